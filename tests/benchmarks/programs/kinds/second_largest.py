# task: the second largest of the different numbers in a list; None where there are fewer than two
# test: assert second_largest([1, 3, 5]) == 3
# test: assert second_largest([5, 5, 4]) == 4
# test: assert second_largest([7]) is None
# hidden: assert second_largest([9, 9]) is None
# hidden: assert second_largest([-1, -5, -3]) == -3
# hidden: assert second_largest([2, 8, 8, 5]) == 5


def second_largest(numbers):
    largest = second = None
    for number in numbers:
        if largest is None or number > largest:
            second = largest  #!
            largest = number
        elif number != largest and (second is None or number > second):
            second = number
    return second
