# task: trades of an exchange: a buyer gets the cheapest offer that is not above his limit
# test: assert trade([("sell", 10, "s1"), ("sell", 8, "s2"), ("buy", 9, "b1"), ("buy", 9, "b2")]) == [("b1", "s2", 8)]
# test: assert trade([("sell", 5, "s"), ("buy", 5, "b")]) == [("b", "s", 5)]
import heapq


class Book:
    def __init__(self):
        self.offers = []
        self.trades = []

    def sell(self, price, who):
        heapq.heappush(self.offers, (price, who))  #! self.offers.append((price, who))

    def buy(self, limit, who):
        if self.offers and self.offers[0][0] <= limit:
            price, seller = heapq.heappop(self.offers)
            self.trades.append((who, seller, price))


def trade(orders):
    book = Book()
    for kind, price, who in orders:
        if kind == "sell":
            book.sell(price, who)
        else:
            book.buy(price, who)
    return book.trades
