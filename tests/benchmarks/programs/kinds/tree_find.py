# task: the depth at which a name stands in a tree of (name, branches); None if it does not
# test: assert depth(("a", []), "a") == 0
# test: assert depth(("a", [("b", [("c", [])])]), "c") == 2
# hidden: assert depth(("a", [("b", []), ("c", [])]), "c") == 1
# hidden: assert depth(("a", [("b", [])]), "z") is None
# hidden: assert depth(("a", [("b", [("x", [])]), ("c", [("d", [])])]), "d") == 2


def depth(tree, name):
    own, branches = tree
    if own == name:
        return 0
    for branch in branches:
        below = depth(branch, name)
        if below is not None:
            return below + 1  #! return below
    return None
