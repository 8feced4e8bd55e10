# task: counters that count apart, each by its own step
# test: assert use() == [2, 4, 5, 10]
def counter(by):
    total = 0
    def count():
        nonlocal total
        total += by  #! total = by
        return total  #! return by
    return count
def use():
    twos, fives = counter(2), counter(5)  #! twos, fives = counter(2), counter(3)
    return [twos(), twos(), fives(), fives()]
