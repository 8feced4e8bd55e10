# task: the page faults of a memory of some frames that drops the page used longest ago
# test: assert faults([1, 2, 1, 3, 1, 2], 2) == 4
# test: assert faults([5, 5], 1) == 1
# test: assert faults([1, 2, 3, 1, 2], 3) == 3
# test: assert faults([1, 2, 3, 2, 1, 4, 2], 3) == 4
# test: assert faults([1, 2, 3, 1, 2, 1], 2) == 5


class Memory:
    def __init__(self, frames):
        self.frames = frames
        self.pages = []
        self.faults = 0

    def use(self, page):
        if page in self.pages:
            self.pages.remove(page)
        else:
            self.faults += 1
            if len(self.pages) == self.frames:  #! if len(self.pages) > self.frames:
                self.pages.pop(0)
        self.pages.append(page)


def faults(uses, frames):
    memory = Memory(frames)
    for page in uses:
        memory.use(page)
    return memory.faults
