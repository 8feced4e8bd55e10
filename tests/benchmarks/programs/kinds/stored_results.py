# task: the number of ways through a grid, with results that are stored
# test: assert paths(2, 2) == 2
# test: assert paths(2, 3) == 3
# test: assert [paths(3, 2), paths(3, 3)] == [3, 6]
# hidden: assert paths(3, 3) == 6
# hidden: assert paths(1, 9) == 1
# hidden: assert paths(4, 3) == 10
STORED = {}


def paths(rows, columns):
    if rows == 1 or columns == 1:
        return 1
    key = (rows, columns)  #! key = rows
    if key not in STORED:
        STORED[key] = paths(rows - 1, columns) + paths(rows, columns - 1)
    return STORED[key]
