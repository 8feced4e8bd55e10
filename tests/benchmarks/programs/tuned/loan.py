# task: how many months a loan takes to be paid back, and the interest paid in whole cents
# test: assert repay(1000, 12, 600) == (2, 14)
# test: assert repay(500, 0, 100) == (5, 0)


def interest_of(debt, yearly):
    return round(debt * yearly / 100 / 12)


def repay(debt, yearly, rate):
    months = 0
    paid = 0
    while debt > 0:
        interest = interest_of(debt, yearly)  #! interest = interest_of(rate, yearly)
        paid += interest
        debt += interest
        debt -= min(rate, debt)
        months += 1
    return months, paid
