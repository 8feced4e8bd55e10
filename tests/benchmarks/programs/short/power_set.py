# task: all subsets of the items, the empty one first
# test: assert subsets([1]) == [[], [1]]
# test: assert subsets([1, 2]) == [[], [1], [2], [1, 2]]
# hidden: assert subsets([]) == [[]]
# hidden: assert len(subsets([1, 2, 3, 4])) == 16
# hidden: assert subsets([3, 5, 7])[-1] == [3, 5, 7]


def subsets(items):
    found = [[]]
    for item in items:
        found += [[*known, item] for known in found]  #! found = [[*known, item] for known in found]
    return found
