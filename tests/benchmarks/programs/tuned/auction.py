# task: who wins an auction, and the price: the second highest bid plus one, not above the winner's own
# test: assert sell([("ann", 10), ("bob", 15), ("cid", 12)]) == ("bob", 13)
# test: assert sell([("ann", 10)]) == ("ann", 1)
# test: assert sell([("ann", 10), ("bob", 10)]) == ("ann", 10)


class Auction:
    def __init__(self):
        self.best = None
        self.highest = 0
        self.second = 0

    def bid(self, name, amount):
        if amount > self.highest:
            self.second = self.highest
            self.highest = amount
            self.best = name
        elif amount > self.second:  #! elif amount > self.highest:
            self.second = amount

    def price(self):
        return min(self.highest, self.second + 1)


def sell(bids):
    auction = Auction()
    for name, amount in bids:
        auction.bid(name, amount)
    return auction.best, auction.price()
