# task: the number that stands at a place, from 0, when numbers are in order, without sorting them
# test: assert select([7, 3, 5], 0) == 3
# test: assert select([7, 3, 5], 1) == 5
# test: assert select([4], 0) == 4
# hidden: assert select([9, 1, 8, 2, 7], 4) == 9
# hidden: assert select([2, 2, 1], 1) == 2
# hidden: assert select([5, -5, 0, 10], 1) == 0
# hidden: assert select([6, 5, 4, 3, 2, 1], 2) == 3


def select(numbers, place):
    pivot = numbers[0]
    smaller = []
    larger = []
    for number in numbers[1:]:
        side = smaller if number < pivot else larger  #! side = larger if number < pivot else smaller
        side.append(number)
    if place < len(smaller):
        return select(smaller, place)
    if place == len(smaller):
        return pivot
    return select(larger, place - len(smaller) - 1)
