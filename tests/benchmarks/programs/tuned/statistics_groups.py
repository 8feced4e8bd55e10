# task: the median of the values of each group, in order of the groups
# test: assert medians([("b", 3), ("a", 5), ("b", 1), ("b", 2), ("a", 6)]) == {"a": 5.5, "b": 2}
# test: assert medians([]) == {}
from itertools import groupby


def median(values):
    middle = len(values) // 2
    if len(values) % 2:
        return values[middle]
    return (values[middle - 1] + values[middle]) / 2


def medians(pairs):
    result = {}
    ordered = sorted(pairs)  #! ordered = sorted(pairs, key=lambda pair: pair[0])
    for name, group in groupby(ordered, key=lambda pair: pair[0]):
        result[name] = median([value for _, value in group])
    return result
