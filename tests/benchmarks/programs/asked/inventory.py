# task: take orders from a stock in order; those that cannot be filled are left over
# test: assert fill({"pen": 3, "ink": 1}, [("pen", 2), ("ink", 2), ("pen", 1)]) == ({"pen": 0, "ink": 1}, [("ink", 2)])
def fill(stock, orders):
    left = []
    for name, wanted in orders:
        have = stock.get(name, 0)
        if have >= wanted:  #! if have > wanted:
            stock[name] = have - wanted  #! stock[name] = wanted - have
        else:
            left.append((name, wanted))  #! left.append((name, have))
    return stock, left
