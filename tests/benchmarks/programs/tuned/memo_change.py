# task: in how many ways an amount can be paid with coins, each of any number
# test: assert ways(5, (1, 2, 5)) == 4
# test: assert ways(3, (2,)) == 0
# test: assert ways(0, (1,)) == 1
from functools import lru_cache


def ways(amount, coins):
    @lru_cache(maxsize=None)
    def count(left, first):
        if left == 0:
            return 1
        if left < 0 or first == len(coins):
            return 0
        return count(left - coins[first], first) + count(left, first + 1)  #! return count(left - coins[first], 0) + count(left, first + 1)

    return count(amount, 0)
