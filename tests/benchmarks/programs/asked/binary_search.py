# task: where a value stands in a sorted list, -1 if nowhere
# test: assert find([1, 3, 5, 7, 9], 7) == 3
# test: assert find([1, 3, 5, 7, 9], 4) == -1
# test: assert find([1, 3, 5, 7, 9], 9) == 4
def find(items, wanted):
    low, high = 0, len(items) - 1
    while low <= high:  #! while low < high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:  #! if items[middle] > wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
