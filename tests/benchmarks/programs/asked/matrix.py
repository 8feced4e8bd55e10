# task: turn a matrix clockwise, and the sums of its rows
# test: assert turned([[1, 2], [3, 4]]) == [[3, 1], [4, 2]]
# test: assert row_sums([[1, 2], [3, 4]]) == [3, 7]
def turned(rows):
    height, width = len(rows), len(rows[0])
    out = [[0] * height for _ in range(width)]
    for y in range(height):
        for x in range(width):
            out[x][height - 1 - y] = rows[y][x]  #! out[x][y] = rows[y][x]
    return out
def row_sums(rows):
    sums = []
    for row in rows:
        total = 0
        for value in row:
            total += value
        sums.append(total)  #! sums.append(value)
    return sums
