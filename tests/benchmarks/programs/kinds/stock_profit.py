# task: the greatest profit of buying once and selling later; 0 where there is none
# test: assert profit([3, 1, 4]) == 3
# test: assert profit([5, 4]) == 0
# test: assert profit([2, 7, 1, 3]) == 5
# hidden: assert profit([]) == 0
# hidden: assert profit([9, 1, 2, 8, 0, 3]) == 7
# hidden: assert profit([1, 2, 3]) == 2


def profit(prices):
    best = 0
    lowest = None
    for price in prices:
        if lowest is None or price < lowest:
            lowest = price
        best = max(best, price - lowest)  #! best = price - lowest
    return best
