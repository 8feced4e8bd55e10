# task: the tax on an income: each bracket's rate in percent holds for the part of the income inside the bracket
# test: assert tax(25000) == 2500
# test: assert tax(10000) == 0
# test: assert tax(40000) == 5500

BRACKETS = [(0, 0), (10000, 10), (15000, 20)]


def upper(number):
    if number + 1 < len(BRACKETS):
        return BRACKETS[number + 1][0]
    return None


def inside(income, lower, above):
    top = income if above is None else min(income, above)
    return max(0, top - lower)


def tax(income):
    total = 0
    for number, (lower, rate) in enumerate(BRACKETS):
        part = inside(income, lower, upper(number))  #! part = inside(income, 0, upper(number))
        total += part * rate // 100
    return total
