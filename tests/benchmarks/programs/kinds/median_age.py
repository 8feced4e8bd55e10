# task: the median of ages by town; the mean of the two in the middle for an even number of them
# test: assert medians({"Bonn": [30, 50, 40]}) == {"Bonn": 40}
# test: assert medians({"Kiel": [20, 25]}) == {"Kiel": 22.5}
# hidden: assert medians({}) == {}
# hidden: assert medians({"a": [1, 2, 3, 4]}) == {"a": 2.5}
# hidden: assert medians({"a": [9, 1], "b": [7]}) == {"a": 5, "b": 7}
# hidden: assert medians({"a": [3, 10, 1, 20]}) == {"a": 6.5}


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2  #! return (ordered[middle - 1] + ordered[middle]) // 2


def medians(ages_by_town):
    return {town: median(ages) for town, ages in ages_by_town.items()}
