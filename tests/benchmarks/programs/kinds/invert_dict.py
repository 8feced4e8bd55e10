# task: from values to the sorted list of their keys
# test: assert invert({"a": 1, "b": 1}) == {1: ["a", "b"]}
# test: assert invert({"x": 2}) == {2: ["x"]}
# hidden: assert invert({}) == {}
# hidden: assert invert({"q": 1, "p": 1, "r": 3}) == {1: ["p", "q"], 3: ["r"]}


def invert(table):
    found = {}
    for key in sorted(table):
        found.setdefault(table[key], []).append(key)  #! found[table[key]] = [key]
    return found
