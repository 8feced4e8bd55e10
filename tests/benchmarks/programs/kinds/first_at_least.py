# task: the index of the first number that is at least a limit, in a list in order; None for none
# test: assert first_at_least([1, 3, 5, 7], 5) == 2
# test: assert first_at_least([1, 3], 4) is None
# test: assert first_at_least([2, 2, 2], 2) == 0
# hidden: assert first_at_least([1, 3, 5, 7], 7) == 3
# hidden: assert first_at_least([1, 2, 4, 4, 9], 3) == 2
# hidden: assert first_at_least([], 1) is None
# hidden: assert first_at_least([1, 2, 3], 0) == 0


def first_at_least(numbers, limit):
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < limit:
            low = middle + 1
        else:
            high = middle  #! high = middle - 1
    return low if low < len(numbers) else None
