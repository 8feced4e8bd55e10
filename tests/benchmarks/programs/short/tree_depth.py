# task: the depth of a tree of (value, children) pairs; a leaf has depth 1
# test: assert depth(("a", [])) == 1
# test: assert depth(("a", [("b", []), ("c", [("d", [])])])) == 3
# hidden: assert depth(("a", [("b", [("c", [("d", [])])])])) == 4
# hidden: assert depth(("a", [("b", [("c", [])]), ("d", [])])) == 3


def depth(node):
    _, children = node
    if not children:
        return 1
    return 1 + max(depth(child) for child in children)  #! return 1 + min(depth(child) for child in children)
