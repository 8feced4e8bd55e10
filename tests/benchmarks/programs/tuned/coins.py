# task: the fewest coins that make an amount, as a list from the largest; empty where there is no way
# test: assert change(6, [1, 3, 4]) == [3, 3]
# test: assert change(7, [2, 4]) == []
# test: assert change(5, [1, 3, 4]) == [4, 1]


def table(amount, coins):
    best = [0] + [None] * amount
    last = [0] * (amount + 1)
    for value in range(1, amount + 1):
        for coin in coins:
            if coin > value or best[value - coin] is None:
                continue
            count = best[value - coin] + 1
            if best[value] is None or count < best[value]:  #! if best[value] is None or count > best[value]:
                best[value] = count
                last[value] = coin
    return best, last


def change(amount, coins):
    best, last = table(amount, coins)
    if best[amount] is None:
        return []
    out = []
    while amount > 0:
        out.append(last[amount])
        amount -= last[amount]
    return sorted(out, reverse=True)
