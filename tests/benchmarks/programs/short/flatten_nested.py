# task: all leaves of a nested list, in order
# test: assert flatten([1, [2, [3]], 4]) == [1, 2, 3, 4]
# test: assert flatten([]) == []
# hidden: assert flatten([[[]]]) == []
# hidden: assert flatten([[1], [2, [3, [4]]]]) == [1, 2, 3, 4]


def flatten(items):
    leaves = []
    for item in items:
        if isinstance(item, list):
            leaves.extend(flatten(item))  #! leaves.append(flatten(item))
        else:
            leaves.append(item)
    return leaves
