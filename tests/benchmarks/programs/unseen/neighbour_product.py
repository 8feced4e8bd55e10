# task: the largest product of two neighbours in a list of at least two numbers, and the place of the first of the pair
# test: assert neighbour_product([3, 6, -2, 7]) == (18, 0)
# test: assert neighbour_product([1, 2, 5, 4]) == (20, 2)
# test: assert neighbour_product([-1, 4]) == (-4, 0)
# hidden: assert neighbour_product([-5, 2, -3, 4]) == (-6, 1)
# hidden: assert neighbour_product([0, 9]) == (0, 0)
# hidden: assert neighbour_product([-4, -5, 2, 3]) == (20, 0)
# hidden: assert neighbour_product([-3, 1, -2]) == (-2, 1)


def neighbour_product(numbers):
    best = numbers[0] * numbers[1]  #! best = 0
    place = 0
    for i in range(1, len(numbers) - 1):
        product = numbers[i] * numbers[i + 1]
        if product > best:
            best = product
            place = i
    return best, place
