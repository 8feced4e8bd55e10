# task: a square picture turned right some times
# test: assert turned([[1, 2], [3, 4]], 1) == [[3, 1], [4, 2]]
# test: assert turned([[1, 2], [3, 4]], 4) == [[1, 2], [3, 4]]


def turn_once(rows):
    size = len(rows)
    result = [[0] * size for _ in range(size)]
    for y in range(size):
        for x in range(size):
            result[x][size - 1 - y] = rows[y][x]  #! result[x][y] = rows[y][x]
    return result


def turned(rows, times):
    for _ in range(times % 4):
        rows = turn_once(rows)
    return rows
