# task: the least money a stall must have in the morning so as never to owe any, from what comes in and goes out
# test: assert needed([5, -3]) == 0
# test: assert needed([-4, 10, -1]) == 4
# hidden: assert needed([]) == 0
# hidden: assert needed([20]) == 0
# hidden: assert needed([3, -10, 2, -1]) == 7
# hidden: assert needed([-1, -1, -1]) == 3


def needed(changes):
    balance = 0
    lowest = 0  #! lowest = changes[0]
    for change in changes:
        balance += change
        if balance < lowest:
            lowest = balance
    return -lowest
