# task: the tax of a household: a free amount for each head, then rates by bracket, children lower it
# test: assert tax([1000, 500], 1) == 120.0
# test: assert tax([100], 0) == 0.0


FREE = 200
BRACKETS = [(500, 0.1), (10000, 0.2)]


def taxable(incomes):
    return sum(max(0, income - FREE) for income in incomes)


def by_bracket(amount):
    total = 0.0
    below = 0
    for limit, rate in BRACKETS:
        part = min(amount, limit) - below
        if part > 0:
            total += part * rate
        below = limit  #!
    return total


def tax(incomes, children):
    due = by_bracket(taxable(incomes))
    return max(0.0, due - 30 * children - 20) if due else 0.0
