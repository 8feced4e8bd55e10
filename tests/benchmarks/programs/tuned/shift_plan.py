# task: who works each day when workers take turns, a day off being skipped
# test: assert plan(["ann", "bob", "cid"], 5, {("bob", 1), ("ann", 3)}) == ["ann", "cid", "ann", "bob", "cid"]
# test: assert plan(["ann"], 2, set()) == ["ann", "ann"]


class Rota:
    def __init__(self, names):
        self.names = names
        self.turn = 0

    def following(self):
        name = self.names[self.turn]
        self.turn = (self.turn + 1) % len(self.names)  #! self.turn = (self.turn + 1) % (len(self.names) - 1)
        return name


def is_off(off, name, day):
    return (name, day) in off


def plan(names, days, off):
    rota = Rota(names)
    result = []
    for day in range(days):
        name = rota.following()
        while is_off(off, name, day):
            name = rota.following()
        result.append(name)
    return result
