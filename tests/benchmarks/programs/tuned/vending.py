# task: what a machine gives for coins and choices: the drink and the change when enough was put in, else nothing
# test: assert serve([50, 100, "tea"]) == [("tea", 30)]
# test: assert serve([100, "cola", 100, "cola"]) == [("cola", 50)]
# test: assert serve([200, "tea", 100, "cola", 50, "cola"]) == [("tea", 80), ("cola", 0)]

PRICES = {"tea": 120, "cola": 150}


class Machine:
    def __init__(self):
        self.credit = 0
        self.sold = []

    def insert(self, coin):
        self.credit += coin

    def choose(self, drink):
        price = PRICES[drink]
        if self.credit >= price:
            self.sold.append((drink, self.credit - price))
            self.credit = 0  #! self.credit = self.credit - price


def serve(orders):
    machine = Machine()
    for order in orders:
        if isinstance(order, int):
            machine.insert(order)
        else:
            machine.choose(order)
    return machine.sold
