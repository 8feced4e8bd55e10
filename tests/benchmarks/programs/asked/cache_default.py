# task: collect each call's values apart, and count them
# test: assert (collect(1), collect(2)) == ([1], [2])
# test: assert count([3, 3]) == {3: 2}
def collect(value, into=None):  #! def collect(value, into=[]):
    into = [] if into is None else into
    into.append(value)
    return into
def count(values):
    counts = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1  #! counts[value] = counts.get(value, 1) + 1
    return counts
