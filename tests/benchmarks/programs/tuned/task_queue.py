# task: the order in which tasks run: higher priority first, then the one that came first
# test: assert order([("wash", 1), ("cook", 3), ("read", 1), ("rest", 2)]) == ["cook", "rest", "wash", "read"]
# test: assert order([]) == []


class Queue:
    def __init__(self):
        self.items = []
        self.count = 0

    def push(self, name, priority):
        entry = (priority, self.count, name)
        self.count += 1
        place = 0
        while place < len(self.items) and self.before(self.items[place], entry):
            place += 1
        self.items.insert(place, entry)

    def before(self, one, other):
        if one[0] != other[0]:
            return one[0] > other[0]
        return one[1] < other[1]  #! return one[1] > other[1]

    def pop(self):
        return self.items.pop(0)[2]


def order(tasks):
    queue = Queue()
    for name, priority in tasks:
        queue.push(name, priority)
    done = []
    while queue.items:
        done.append(queue.pop())
    return done
