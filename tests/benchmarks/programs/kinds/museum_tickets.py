# task: what a group pays at the museum in whole euros: 12 each, half for children under 6 and people from 65 on, 2 less each for groups of ten or more
# test: assert group_price([30, 40]) == 24
# test: assert group_price([4, 35]) == 18
# test: assert group_price([70]) == 6
# hidden: assert group_price([]) == 0
# hidden: assert group_price([6, 64]) == 24
# hidden: assert group_price([65, 5, 20]) == 24
# hidden: assert group_price([5] * 10) == 40
FULL_PRICE = 12


def price_for(age):
    if age < 6 or age >= 65:  #! if age < 6 and age >= 65:
        return FULL_PRICE // 2
    return FULL_PRICE


def group_price(ages):
    total = sum(price_for(age) for age in ages)
    if len(ages) >= 10:
        total -= 2 * len(ages)
    return total
