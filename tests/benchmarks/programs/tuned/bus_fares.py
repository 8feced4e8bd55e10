# task: the fare of each rider: from the zone of boarding to that of leaving; a day costs at most 10
# test: assert bill([("ann", 1, 3), ("bob", 2, 2), ("ann", 3, 1), ("ann", 1, 3)]) == {"ann": 10, "bob": 2}
# test: assert bill([("cid", 4, 1)]) == {"cid": 5}
MOST = 10


def fare(start, end):
    zones = abs(end - start)
    return 2 + zones


class Rider:
    def __init__(self, name):
        self.name = name
        self.paid = 0

    def ride(self, start, end):
        price = fare(start, end)
        price = min(price, MOST - self.paid)  #! price = min(price, MOST)
        self.paid += price


def bill(rides):
    riders = {}
    for name, start, end in rides:
        if name not in riders:
            riders[name] = Rider(name)
        riders[name].ride(start, end)
    return {name: rider.paid for name, rider in riders.items()}
