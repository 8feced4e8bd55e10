# task: the sum of each region's sales; rows of a region stand together
# test: assert by_region([("n", 1), ("n", 2)]) == [("n", 3)]
# test: assert by_region([("n", 1), ("s", 4), ("s", 1)]) == [("n", 1), ("s", 5)]
# hidden: assert by_region([]) == []
# hidden: assert by_region([("a", 1), ("b", 2), ("c", 3)]) == [("a", 1), ("b", 2), ("c", 3)]
# hidden: assert by_region([("a", 5), ("b", 1), ("b", 1)]) == [("a", 5), ("b", 2)]


def by_region(rows):
    sums = []
    total = 0
    region = None
    for name, amount in rows:
        if name != region:
            if region is not None:
                sums.append((region, total))
            region = name
            total = 0  #!
        total += amount
    if region is not None:
        sums.append((region, total))
    return sums
