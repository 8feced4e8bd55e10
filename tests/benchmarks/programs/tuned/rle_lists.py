# task: runs of equal items as lists of their own, in order
# test: assert runs([1, 1, 2, 1]) == [[1, 1], [2], [1]]
# test: assert runs([]) == []


def runs(items):
    out = []
    current = []
    for item in items:
        if current and item != current[-1]:
            out.append(current)
            current = []  #! current.clear()
        current.append(item)
    if current:
        out.append(current)
    return out
