# task: the files opened last, the newest first, each once, at most so many
# test: assert recent(["a", "b", "a", "c"], 2) == ["c", "a"]
# test: assert recent(["x", "x"], 3) == ["x"]
# test: assert recent([], 3) == []


class Recent:
    def __init__(self, most):
        self.most = most
        self.names = []

    def open(self, name):
        if name in self.names:
            self.names.remove(name)
        self.names.insert(0, name)
        del self.names[self.most :]  #! del self.names[: -self.most]


def recent(opened, most):
    files = Recent(most)
    for name in opened:
        files.open(name)
    return files.names
