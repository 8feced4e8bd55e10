# task: the item that would stand at place k, from 0, if the list were sorted
# test: assert kth([5, 1, 3], 0) == 1
# test: assert kth([5, 1, 3], 1) == 3
# test: assert kth([3, 1, 5], 2) == 5
# hidden: assert kth([7], 0) == 7
# hidden: assert kth([2, 2, 2, 1], 3) == 2
# hidden: assert kth([4, 8, 6, 2, 9], 3) == 8
# hidden: assert kth([1, 2, 3, 4, 5], 4) == 5


def kth(items, k):
    pivot = items[0]
    below = [x for x in items if x < pivot]
    above = [x for x in items if x > pivot]
    up_to = len(items) - len(above)
    if k < len(below):
        return kth(below, k)
    if k >= up_to:
        return kth(above, k - up_to)  #! return kth(above, k - len(below))
    return pivot
