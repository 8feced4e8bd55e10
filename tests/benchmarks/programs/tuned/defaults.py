# task: values grouped by key
# test: assert grouped([("x", 1), ("y", 2), ("x", 3)]) == {"x": [1, 3], "y": [2]}
# test: assert grouped([("x", 1)]) == {"x": [1]}
# test: assert grouped([]) == {}


def grouped(pairs):
    groups = {}
    empty = []
    for key, value in pairs:
        if key not in groups:
            groups[key] = []  #! groups[key] = empty
        groups[key].append(value)
    return groups
