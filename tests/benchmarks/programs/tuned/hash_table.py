# task: the values under some keys after many puts into a table with open addressing
# test: assert looked_up([(k * 8, k) for k in range(20)], [0, 80, 152]) == [0, 10, 19]
# test: assert looked_up([(1, 5)], [1, 2]) == [5, None]


class Table:
    def __init__(self):
        self.size = 8
        self.slots = [None] * self.size
        self.used = 0

    def place(self, key):
        at = key % self.size
        while self.slots[at] is not None and self.slots[at][0] != key:
            at = (at + 1) % self.size
        return at

    def put(self, key, value):
        if self.used * 2 >= self.size:
            self.grow()
        at = self.place(key)
        if self.slots[at] is None:
            self.used += 1
        self.slots[at] = (key, value)

    def grow(self):
        old = self.slots
        self.size *= 2
        self.slots = [None] * self.size
        for pair in old:
            if pair is not None:
                self.slots[self.place(pair[0])] = pair  #! self.slots[pair[0] % self.size] = pair

    def get(self, key):
        pair = self.slots[self.place(key)]
        return None if pair is None else pair[1]


def looked_up(pairs, keys):
    table = Table()
    for key, value in pairs:
        table.put(key, value)
    return [table.get(key) for key in keys]
