# task: the names of the accounts, sorted, whose bookings (amounts in euros) do not sum up to zero
# test: assert unbalanced([("rent", 500.0), ("rent", -500.0)]) == []
# test: assert unbalanced([("fuel", 40.5)]) == ["fuel"]
# test: assert unbalanced([("food", 0.1), ("food", 0.2), ("food", -0.3)]) == []
# test: assert unbalanced([("toys", 0.01), ("food", 0.1), ("food", 0.7), ("food", -0.8)]) == ["toys"]
def balances(bookings):
    totals = {}
    for account, amount in bookings:
        totals[account] = totals.get(account, 0.0) + amount
    return totals


def unbalanced(bookings):
    wrong = []
    for account, total in sorted(balances(bookings).items()):
        if total != 0:
            wrong.append(account)
    return wrong


january = [("rent", 500.0), ("food", 0.1), ("fuel", 40.0), ("food", 0.2), ("rent", -500.0), ("food", -0.3)]
print(unbalanced(january))
