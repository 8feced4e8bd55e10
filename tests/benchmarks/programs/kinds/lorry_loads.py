# task: crates loaded on lorries in order; a lorry leaves when the next crate would make it heavier than the limit
# test: assert loads([3, 4], 10) == [[3, 4]]
# test: assert loads([6, 5, 4], 10) == [[6], [5, 4]]
# hidden: assert loads([], 10) == []
# hidden: assert loads([10, 10, 10], 10) == [[10], [10], [10]]
# hidden: assert loads([5, 5, 5, 5, 5], 10) == [[5, 5], [5, 5], [5]]
# hidden: assert loads([2, 9, 1, 1, 8], 10) == [[2], [9, 1], [1, 8]]


def loads(crates, limit):
    lorries = []
    lorry = []
    weight = 0
    for crate in crates:
        if lorry and weight + crate > limit:
            lorries.append(lorry)
            lorry = []
            weight = 0  #!
        lorry.append(crate)
        weight += crate
    if lorry:
        lorries.append(lorry)
    return lorries
