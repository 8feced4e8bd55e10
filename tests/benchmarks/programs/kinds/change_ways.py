# task: in how many ways an amount can be paid with coins
# test: assert ways([1], 3) == 1
# test: assert ways([1, 2], 4) == 3
# test: assert ways([5], 3) == 0
# hidden: assert ways([1, 2, 5], 5) == 4
# hidden: assert ways([2], 0) == 1
# hidden: assert ways([3, 5], 8) == 1


def ways(coins, amount):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    first, *others = coins
    return ways(coins, amount - first) + ways(others, amount)  #! return ways(others, amount - first) + ways(others, amount)
