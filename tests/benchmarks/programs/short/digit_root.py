# task: add the digits until one is left
# test: assert digital_root(9) == 9
# test: assert digital_root(38) == 2
# test: assert digital_root(10) == 1
# hidden: assert digital_root(0) == 0
# hidden: assert digital_root(19) == 1
# hidden: assert digital_root(12345) == 6


def digit_sum(number):
    total = 0
    while number > 0:
        total += number % 10
        number //= 10
    return total


def digital_root(number):
    while number >= 10:  #! while number > 10:
        number = digit_sum(number)
    return number
