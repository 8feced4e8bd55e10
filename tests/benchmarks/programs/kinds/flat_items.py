# task: the items of lists in lists, in order
# test: assert list(flat([1, [2, [3]], 4])) == [1, 2, 3, 4]
# test: assert list(flat([])) == []
# hidden: assert list(flat([[[]], [[1]]])) == [1]
# hidden: assert list(flat(["ab", ["c"]])) == ["ab", "c"]


def flat(items):
    for item in items:
        if isinstance(item, list):
            yield from flat(item)  #! yield flat(item)
        else:
            yield item
