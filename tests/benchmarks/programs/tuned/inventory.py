# task: the worth of what is in stock: count times price, summed
# test: assert worth(read(STOCK)) == 1250
# test: assert worth(read("")) == 0
# test: assert worth(read("pen 2 30")) == 60


STOCK = """pen 10 20
ink 4 150
cap 0 90
pad 9 50"""


class Item:
    def __init__(self, name, count, price):
        self.name = name
        self.count = count
        self.price = price

    def value(self):
        return self.count * self.price


def read(text):
    items = {}
    for line in text.splitlines():
        name, count, price = line.split()
        items[name] = Item(name, int(count), int(price))
    return items


def worth(items):
    total = 0  #! total = 10
    seen = []
    for name in sorted(items):
        item = items[name]
        seen.append(name)
        if item.count > 0:
            total += item.value()
    if seen:
        return total
    return 0
