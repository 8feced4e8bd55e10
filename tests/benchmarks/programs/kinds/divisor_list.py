# task: all divisors of a whole number from 1 on, from small to large
# test: assert divisors(10) == [1, 2, 5, 10]
# test: assert divisors(9) == [1, 3, 9]
# hidden: assert divisors(1) == [1]
# hidden: assert divisors(13) == [1, 13]
# hidden: assert divisors(36) == [1, 2, 3, 4, 6, 9, 12, 18, 36]
# hidden: assert divisors(49) == [1, 7, 49]

from math import isqrt


def divisors(number):
    small = []
    large = []
    for candidate in range(1, isqrt(number) + 1):  #! for candidate in range(1, isqrt(number)):
        if number % candidate == 0:
            small.append(candidate)
            partner = number // candidate
            if partner != candidate:
                large.append(partner)
    return small + large[::-1]
