# task: the second largest distinct number, or None
# test: assert second([1, 2, 3]) == 2
# test: assert second([5, 5]) is None
# test: assert second([9, 7, 8]) == 8
# hidden: assert second([]) is None
# hidden: assert second([4, 4, 3]) == 3
# hidden: assert second([1, 5, 2, 9]) == 5
# hidden: assert second([-1, -2, -3]) == -2


def second(numbers):
    first = runner_up = None
    for number in numbers:
        if first is None or number > first:
            runner_up = first  #!
            first = number
        elif number != first and (runner_up is None or number > runner_up):
            runner_up = number
    return runner_up
