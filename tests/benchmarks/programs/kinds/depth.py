# task: the depth of a tree of nested dicts from names to such dicts; 0 for an empty one
# test: assert depth({}) == 0
# test: assert depth({"a": {}}) == 1
# test: assert depth({"a": {"b": {}}, "c": {}}) == 2
# hidden: assert depth({"c": {}, "a": {"b": {"d": {}}}}) == 3
# hidden: assert depth({"x": {}, "y": {}}) == 1


def depth(tree):
    deepest = 0
    for child in tree.values():
        deepest = max(deepest, 1 + depth(child))  #! deepest = 1 + depth(child)
    return deepest
