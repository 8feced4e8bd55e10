# task: the sum of the digits of a whole number, also of a negative one
# test: assert digit_sum(123) == 6
# test: assert digit_sum(-45) == 9
# test: assert digit_sum(0) == 0
# hidden: assert digit_sum(-1000) == 1
# hidden: assert digit_sum(99) == 18


def digit_sum(number):
    number = abs(number)  #!
    total = 0
    while number > 0:
        total += number % 10
        number //= 10
    return total
