# task: which orders can be sent from the stock, in order; what is sent is taken from the stock
# test: assert sent({"a": 3}, [("a", 2), ("a", 2), ("a", 1)]) == [0, 2]
# test: assert sent({"a": 1}, [("b", 1)]) == []


class Store:
    def __init__(self, stock):
        self.stock = dict(stock)

    def has(self, name, count):
        return self.stock.get(name, 0) >= count

    def take(self, name, count):
        self.stock[name] -= count  #! self.stock[name] = count


def sent(stock, orders):
    store = Store(stock)
    done = []
    for place, (name, count) in enumerate(orders):
        if store.has(name, count):
            store.take(name, count)
            done.append(place)
    return done
