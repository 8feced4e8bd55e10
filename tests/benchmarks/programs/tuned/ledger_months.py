# task: the balance at the end of each month, months without bookings included
# test: assert balances([(1, 10), (3, -4), (3, 1)], 4) == [10, 10, 7, 7]
# test: assert balances([], 2) == [0, 0]


class Ledger:
    def __init__(self):
        self.by_month = {}

    def book(self, month, amount):
        self.by_month[month] = self.by_month.get(month, 0) + amount

    def change(self, month):
        return self.by_month.get(month, 0)


def balances(bookings, months):
    ledger = Ledger()
    for month, amount in bookings:
        ledger.book(month, amount)
    result = []
    balance = 0
    for month in range(1, months + 1):
        balance += ledger.change(month)  #! balance = ledger.change(month)
        result.append(balance)
    return result
