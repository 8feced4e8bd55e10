# task: the place of a number in a sorted list, or -1
# test: assert find([1, 3, 5], 3) == 1
# test: assert find([1, 3, 5], 5) == 2
# test: assert find([], 1) == -1
# hidden: assert find([1, 3, 5, 7], 7) == 3
# hidden: assert find([2], 2) == 0
# hidden: assert find([1, 3, 5], 4) == -1
# hidden: assert find([1, 3, 5, 7, 9], 1) == 0


def find(numbers, wanted):
    low, high = 0, len(numbers) - 1
    while low <= high:  #! while low < high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return middle
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
