# task: an inventory of names and counts; take() of more than there is raises ValueError and changes nothing
# test: i = Inventory(); i.put("a", 3); i.take("a", 2); assert i.count("a") == 1
# test: i = Inventory(); i.put("a", 1); i.put("a", 1); assert i.count("a") == 2
# test: assert Inventory().count("zzz") == 0
# hidden: i = Inventory(); i.put("a", 3); i.take("a", 3); assert i.count("a") == 0
# hidden: i = Inventory(); i.put("b", 5); i.put("a", 1); i.put("b", 1); assert i.count("b") == 6


class Inventory:
    def __init__(self):
        self.counts = {}

    def put(self, name, count):
        self.counts[name] = self.counts.get(name, 0) + count  #! self.counts[name] = count

    def take(self, name, count):
        if self.counts.get(name, 0) < count:
            raise ValueError(name)
        self.counts[name] -= count

    def count(self, name):
        return self.counts.get(name, 0)
