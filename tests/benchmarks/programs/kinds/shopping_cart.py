# task: a cart with prices and a rebate of 10 percent from a total of 100; whole coins
# test: c = Cart(); c.add("tea", 40); c.add("tea", 20); assert c.total() == 60
# test: c = Cart(); c.add("tea", 60, 2); assert c.total() == 108
# hidden: c = Cart(); c.add("a", 100); assert c.total() == 90
# hidden: c = Cart(); assert c.total() == 0
# hidden: c = Cart(); c.add("a", 10, 3); c.add("b", 5); assert c.total() == 35
# hidden: c = Cart(); c.add("a", 99); assert c.total() == 99


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, name, price, count=1):
        self.lines.append((name, price, count))

    def total(self):
        total = 0
        for name, price, count in self.lines:
            total += price * count  #! total += price
        if total >= 100:
            total -= total // 10
        return total
