# task: what has to be ordered again after some sales and deliveries
# test: assert reorder({"nut": 10, "bolt": 4}, [("sell", "nut", 7), ("get", "bolt", 5)]) == [("nut", 7)]
# test: assert reorder({}, [("get", "cog", 2), ("sell", "cog", 1)]) == [("cog", 9)]


class Stock:
    LOW = 4
    FULL = 10

    def __init__(self, counts):
        self.counts = dict(counts)
        self.refused = 0

    def sell(self, name, count):
        have = self.counts.get(name, 0)
        if have < count:
            self.refused += 1
            return
        self.counts[name] = have - count

    def get(self, name, count):
        self.counts[name] = self.counts.get(name, 0) + count  #! self.counts[name] = self.counts.get(name, 1) + count

    def low(self):
        return [name for name in sorted(self.counts) if self.counts[name] < self.LOW]


def reorder(counts, events):
    stock = Stock(counts)
    for kind, name, count in events:
        if kind == "sell":
            stock.sell(name, count)
        elif kind == "get":
            stock.get(name, count)
    orders = []
    for name in stock.low():
        orders.append((name, stock.FULL - stock.counts[name]))
    return orders
