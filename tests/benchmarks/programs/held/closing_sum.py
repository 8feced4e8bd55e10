# task: the cash in the drawer at the end of the day: sales, refunds and what is brought to the bank over 500
class Drawer:
    limit = 500

    def __init__(self, start):
        self.cash = start
        self.bank = 0

    def sale(self, amount):
        self.cash += amount
        if self.cash > self.limit:
            self.bring()

    def refund(self, amount):
        if amount > self.cash:
            raise ValueError("not enough cash")
        self.cash -= amount

    def bring(self):
        extra = self.cash - self.limit
        self.bank += extra
        self.cash -= extra  #! self.cash = extra


def day(start, events):
    drawer = Drawer(start)
    for kind, amount in events:
        if kind == "sale":
            drawer.sale(amount)
        else:
            drawer.refund(amount)
    return drawer.cash, drawer.bank


assert day(100, [("sale", 50), ("refund", 20)]) == (130, 0)
assert day(400, [("sale", 250), ("sale", 10)]) == (500, 160)
