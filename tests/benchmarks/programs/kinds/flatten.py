# task: all items of nested lists in one list, in their order
# test: assert flatten([1, [2, 3]]) == [1, 2, 3]
# test: assert flatten([]) == []
# test: assert flatten([[[4]], 5]) == [4, 5]
# hidden: assert flatten([[], [[]], 1]) == [1]
# hidden: assert flatten(["ab", ["c"]]) == ["ab", "c"]


def flatten(items):
    out = []
    for item in items:
        if isinstance(item, list):
            out.extend(flatten(item))  #! out.append(flatten(item))
        else:
            out.append(item)
    return out
