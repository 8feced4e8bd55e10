# task: how many ways lead from the top left to the bottom right, going right and down only
# test: assert paths(2, 2) == 2
# test: assert paths(3, 3) == 6
# test: assert paths(1, 5) == 1
# hidden: assert paths(3, 7) == 28
# hidden: assert paths(1, 1) == 1
# hidden: assert paths(4, 4) == 20


def paths(rows, columns):
    ways = [[1] * columns for _ in range(rows)]
    for r in range(1, rows):
        for c in range(1, columns):
            ways[r][c] = ways[r - 1][c] + ways[r][c - 1]  #! ways[r][c] = ways[r - 1][c] + ways[r][c]
    return ways[rows - 1][columns - 1]
