# task: all ways to reach a score with darts on the given fields, each way from low to high, fields may be hit again
# test: assert finishes(4, [2]) == [[2, 2]]
# test: assert finishes(5, [2, 3]) == [[2, 3]]
# test: assert finishes(3, [2]) == []
# hidden: assert finishes(6, [2, 3]) == [[2, 2, 2], [3, 3]]
# hidden: assert finishes(0, [1, 2]) == [[]]
# hidden: assert finishes(4, [1, 2]) == [[1, 1, 1, 1], [1, 1, 2], [2, 2]]


def finishes(score, fields):
    found = []
    thrown = []

    def throw(left, lowest):
        if left == 0:
            found.append(list(thrown))  #! found.append(thrown)
            return
        for field in sorted(fields):
            if lowest <= field <= left:
                thrown.append(field)
                throw(left - field, field)
                thrown.pop()

    throw(score, 1)
    return found
