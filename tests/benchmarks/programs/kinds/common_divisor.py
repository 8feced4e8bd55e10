# task: a fraction in lowest terms
# test: assert lowest(6, 8) == (3, 4)
# test: assert lowest(5, 7) == (5, 7)
# hidden: assert lowest(100, 10) == (10, 1)
# hidden: assert lowest(9, 27) == (1, 3)
# hidden: assert lowest(35, 21) == (5, 3)


def divisor(first, second):
    if second == 0:
        return first
    return divisor(second, first % second)  #! return divisor(first % second, second)


def lowest(top, bottom):
    common = divisor(top, bottom)
    return top // common, bottom // common
