# task: parcels in batches of a size, one after the other; the last batch may be smaller; for parcels given by weight, the weight of each batch
# test: assert list(batches([1, 2], 2)) == [[1, 2]]
# test: assert list(batches([1, 2, 3, 4], 2)) == [[1, 2], [3, 4]]
# hidden: assert list(batches([], 3)) == []
# hidden: assert list(batches([1, 2, 3, 4, 5], 2)) == [[1, 2], [3, 4], [5]]
# hidden: assert list(batches("abcdefg", 3)) == ["abc", "def", "g"]
# hidden: assert weights([5, 5, 1, 1, 9], 2) == [10, 2, 9]


def batches(parcels, size):
    start = 0
    while start < len(parcels):
        yield parcels[start : start + size]  #! yield parcels[start:size]
        start += size


def weights(parcels, size):
    return [sum(batch) for batch in batches(parcels, size)]
