# task: the sum of an order, with a discount from ten pieces on, in cents
# test: assert bill([("pen", 100, 10), ("ink", 300, 1)]) == 1200
# test: assert bill([("pen", 100, 2)]) == 200
from dataclasses import dataclass, field


@dataclass
class Line:
    name: str
    price: int
    count: int

    def full(self):
        return self.price * self.count

    def discount(self):
        if self.count >= 10:
            return self.full() // 10
        return 0


@dataclass
class Order:
    lines: list = field(default_factory=list)

    def add(self, name, price, count):
        self.lines.append(Line(name, price, count))

    def total(self):
        cents = 0
        for line in self.lines:
            cents += line.full()
            cents -= line.discount()  #! cents += line.discount()
        return cents


def bill(items):
    order = Order()
    for name, price, count in items:
        order.add(name, price, count)
    return order.total()
