# task: amounts of some years when the growth of each year is read in turn
# test: assert forecast(100, [5, 0, 10], 4) == [100, 105, 105, 115]
# test: assert forecast(10, [10], 3) == [10, 11, 12]
# test: assert forecast(50, [], 1) == [50]


class Rates:
    def __init__(self, percents):
        self.percents = percents
        self.used = 0  #! self.used = 1

    def next(self):
        if not self.percents:
            return 0
        rate = self.percents[self.used % len(self.percents)]
        self.used += 1
        return rate


def grown(amount, percent):
    return amount + amount * percent // 100


def forecast(amount, percents, years):
    rates = Rates(percents)
    amounts = [amount]
    for _ in range(years - 1):
        amount = grown(amount, rates.next())
        amounts.append(amount)
    return amounts
