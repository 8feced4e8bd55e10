# task: the list turned by n places to the right, any n from 0
# test: assert rotate([1, 2, 3], 1) == [3, 1, 2]
# test: assert rotate([1, 2, 3], 7) == [3, 1, 2]
# hidden: assert rotate([], 3) == []
# hidden: assert rotate([1, 2, 3], 0) == [1, 2, 3]
# hidden: assert rotate([1, 2], 7) == [2, 1]


def rotate(items, n):
    if not items:
        return []
    n = n % len(items)  #!
    return items[len(items) - n :] + items[: len(items) - n]
