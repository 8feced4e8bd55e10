# task: names made different: a name that came before gets a number behind it, from 2
# test: assert unique(["a", "b"]) == ["a", "b"]
# test: assert unique(["a", "a", "a"]) == ["a", "a2", "a3"]
# hidden: assert unique([]) == []
# hidden: assert unique(["x", "y", "x", "y"]) == ["x", "y", "x2", "y2"]


def unique(names):
    seen = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else name + str(seen[name]))  #! out.append(name if seen[name] == 1 else name + str(len(seen)))
    return out
