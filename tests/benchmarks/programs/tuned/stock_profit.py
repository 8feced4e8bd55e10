# task: the most that one purchase and one later sale could have earned
# test: assert profit([7, 1, 5, 3, 6, 4]) == 5
# test: assert profit([5, 4, 3]) == 0


def lowest_until(prices):
    lows = []
    low = prices[0]
    for price in prices:
        low = min(low, price)  #! low = price
        lows.append(low)
    return lows


def profit(prices):
    lows = lowest_until(prices)
    best = 0
    for low, price in zip(lows, prices):
        best = max(best, price - low)
    return best
