# task: how often each pair of players met
# test: assert meetings(3, [(0, 1), (1, 2), (0, 1)]) == [[0, 2, 0], [2, 0, 1], [0, 1, 0]]
# test: assert meetings(1, []) == [[0]]


def empty(size):
    return [[0] * size for _ in range(size)]  #! return [[0] * size] * size


def note(table, one, other):
    table[one][other] += 1


def meetings(size, games):
    table = empty(size)
    for one, other in games:
        note(table, one, other)
        note(table, other, one)
    return table
