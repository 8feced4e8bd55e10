# task: the items without repetitions, in the order in which they first appear
# test: assert unique([1, 2, 1, 3]) == [1, 2, 3]
# test: assert unique([]) == []
# test: assert unique(["b", "b"]) == ["b"]
# hidden: assert unique([3, 3, 2, 3, 1, 2]) == [3, 2, 1]
# hidden: assert unique("hello") == ["h", "e", "l", "o"]


def unique(items):
    seen = set()
    out = []
    for item in items:
        if item in seen:
            continue  #! break
        seen.add(item)
        out.append(item)
    return out
