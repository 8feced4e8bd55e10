# task: a stock of goods: what is sold must be there, and what is gone leaves the list
# test: assert trade([("add", "pen", 3), ("sell", "pen", 1)]) == {"pen": 2}
# test: assert trade([("add", "pen", 1), ("sell", "pen", 1)]) == {}
# test: assert trade([("add", "ink", 2), ("add", "ink", 2)]) == {"ink": 4}
# hidden: assert trade([("sell", "cup", 1)]) == {}
# hidden: assert trade([("add", "a", 2), ("add", "b", 1), ("sell", "b", 1)]) == {"a": 2}


class Inventory:
    def __init__(self):
        self.stock = {}

    def add(self, name, count):
        self.stock[name] = self.stock.get(name, 0) + count

    def sell(self, name, count):
        if self.stock.get(name, 0) < count:
            return False
        self.stock[name] -= count
        if self.stock[name] == 0:  #! if self.stock[name] < 0:
            del self.stock[name]
        return True


def trade(orders):
    inventory = Inventory()
    for kind, name, count in orders:
        if kind == "add":
            inventory.add(name, count)
        else:
            inventory.sell(name, count)
    return inventory.stock
