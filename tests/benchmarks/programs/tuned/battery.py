# task: the charge after a day of use; charging stops when full, and use when empty
# test: assert day(50, [("use", 30), ("charge", 90), ("use", 10)]) == 90
# test: assert day(5, [("use", 9)]) == 0


class Battery:
    FULL = 100

    def __init__(self, charge):
        self.charge = charge

    def use(self, amount):
        self.charge = max(0, self.charge - amount)

    def load(self, amount):
        self.charge = min(self.FULL, self.charge + amount)  #! self.charge = self.charge + amount


def day(charge, events):
    battery = Battery(charge)
    for kind, amount in events:
        if kind == "use":
            battery.use(amount)
        else:
            battery.load(amount)
    return battery.charge
