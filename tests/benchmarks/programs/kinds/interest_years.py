# task: how many whole years until an amount with interest in percent is at least a goal
# test: assert years(100, 10, 110) == 1
# test: assert years(100, 10, 121) == 2
# test: assert years(50, 5, 50) == 0
# hidden: assert years(100, 100, 800) == 3
# hidden: assert years(10, 50, 30) == 3


def years(amount, percent, goal):
    count = 0
    while amount < goal:  #! while amount <= goal:
        amount += amount * percent / 100
        count += 1
    return count
