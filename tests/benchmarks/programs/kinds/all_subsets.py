# task: all subsets of a list, those without the first item first
# test: assert subsets([]) == [[]]
# test: assert subsets(["a", "b"]) == [[], ["b"], ["a"], ["a", "b"]]
# hidden: assert subsets([1]) == [[], [1]]
# hidden: assert len(subsets([1, 2, 3, 4])) == 16


def subsets(items):
    if not items:
        return [[]]
    first, *others = items
    without = subsets(others)
    return without + [[first, *subset] for subset in without]  #! return [[first, *subset] for subset in without]
