# task: in how many ways a number is a sum of positive whole numbers of at most `largest`, whatever their order
# test: assert ways(4, 4) == 5
# test: assert ways(3, 1) == 1
# hidden: assert ways(0, 3) == 1
# hidden: assert ways(6, 3) == 7
# hidden: assert ways(5, 2) == 3
# hidden: assert ways(5, 0) == 0


def ways(number, largest):
    if number == 0:
        return 1
    if number < 0 or largest == 0:  #! if number < 0:
        return 0
    with_largest = ways(number - largest, largest)
    without = ways(number, largest - 1)
    return with_largest + without
