# task: for each cell of a field, count the mines in the up to eight cells around it
# test: assert neighbours(1, 3, []) == [[0, 0, 0]]
# test: assert neighbours(1, 3, [(0, 0)]) == [[0, 1, 0]]
# test: assert neighbours(2, 2, [(0, 0)]) == [[0, 1], [1, 1]]
# test: assert neighbours(3, 3, [(1, 1)]) == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
def around(row, column, height, width):
    for r in range(max(row - 1, 0), min(row + 2, height)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if (r, c) != (row, column):
                yield r, c


def neighbours(height, width, mines):
    counts = [[0] * width] * height
    for row, column in mines:
        for r, c in around(row, column, height, width):
            counts[r][c] += 1
    return counts


for line in neighbours(3, 4, [(0, 0), (2, 3)]):
    print(*line)
