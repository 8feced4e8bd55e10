# task: the value of a polynomial at x, its highest power first; and the whole numbers from low to high where it is 0
# test: assert value([5], 3) == 5
# test: assert value([1, 0], 4) == 4
# test: assert value([2, 3, 1], 2) == 15
# test: assert zeros([1, -3, 2], 0, 4) == [1, 2]
# hidden: assert value([], 7) == 0
# hidden: assert value([1, -1, 1, -1], 2) == 5
# hidden: assert value([3, 0, 0], 10) == 300
# hidden: assert zeros([1, 0, -4], -3, 3) == [-2, 2]
# hidden: assert zeros([1, 1], 0, 9) == []


def value(coefficients, x):
    """Horner's rule."""
    result = 0
    for coefficient in coefficients:
        result = result * x + coefficient  #! result += result * x + coefficient
    return result


def zeros(coefficients, low, high):
    found = []
    for x in range(low, high + 1):
        if value(coefficients, x) == 0:
            found.append(x)
    return found
