# task: the position of a value in a sorted list, or -1
# test: assert find([1, 3, 5, 7], 7) == 3
# test: assert find([1, 3, 5, 7], 1) == 0
# test: assert find([2], 2) == 0
# test: assert find([], 1) == -1
# hidden: assert find([1, 3, 5, 7], 4) == -1
# hidden: assert find(list(range(100)), 99) == 99
# hidden: assert find(list(range(100)), 37) == 37


def find(values, wanted):
    low, high = 0, len(values) - 1
    while low <= high:  #! while low < high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
