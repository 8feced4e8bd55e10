# task: all ways from the root of a tree to its leaves, as texts like "a/b"; a tree is a name and a list of trees
# test: assert routes(("a", [])) == ["a"]
# test: assert routes(("a", [("b", []), ("c", [])])) == ["a/b", "a/c"]
# hidden: assert routes(("r", [("s", [("t", [])])])) == ["r/s/t"]
# hidden: assert routes(("r", [("s", [("t", []), ("u", [])]), ("v", [])])) == ["r/s/t", "r/s/u", "r/v"]
# hidden: assert len(routes(("r", [("x", []), ("y", []), ("z", [])]))) == 3


def routes(tree):
    name, children = tree
    if not children:  #!
        return [name]  #!
    found = []
    for child in children:
        for rest in routes(child):
            found.append(name + "/" + rest)
    return found
