# task: the fewest coins that make an amount; -1 where no coins make it
# test: assert fewest_coins([1, 2, 5], 11) == 3
# test: assert fewest_coins([2], 3) == -1
# test: assert fewest_coins([1], 0) == 0
# hidden: assert fewest_coins([1, 3, 4], 6) == 2
# hidden: assert fewest_coins([5, 10], 25) == 3
# hidden: assert fewest_coins([7], 5) == -1
# hidden: assert fewest_coins([1, 5, 10, 25], 63) == 6


def fewest_coins(coins, amount):
    unreachable = amount + 1
    fewest = [unreachable] * (amount + 1)  #! fewest = [0] * (amount + 1)
    fewest[0] = 0
    for part in range(1, amount + 1):
        for coin in coins:
            if coin <= part:
                fewest[part] = min(fewest[part], fewest[part - coin] + 1)
    if fewest[amount] == unreachable:
        return -1
    return fewest[amount]
