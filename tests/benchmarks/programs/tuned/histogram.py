# task: how many values fall into each bin; a bin holds its lower edge
# test: assert histogram([1, 5, 9, 10], 5, 10) == [1, 3]
# test: assert histogram([0, 0, 0], 5, 10) == [3, 0]
# test: assert histogram([], 5, 10) == [0, 0]


def edges(width, top):
    found, edge = [], 0
    while edge < top:
        found.append(edge)
        edge += width
    return found


def bin_of(value, starts):
    chosen = 0
    for place, start in enumerate(starts):
        if value >= start:  #! if value > start:
            chosen = place
    return chosen


def histogram(values, width, top):
    starts = edges(width, top)
    counts = [0] * len(starts)
    for value in values:
        counts[bin_of(value, starts)] += 1
    return counts
