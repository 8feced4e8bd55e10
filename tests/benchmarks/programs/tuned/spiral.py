# task: the cells of a table on a spiral from the upper left corner
# test: assert spiral([[1, 2, 3], [8, 9, 4], [7, 6, 5]]) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
# test: assert spiral([[1, 2], [4, 3]]) == [1, 2, 3, 4]
# test: assert spiral([[1], [2], [3]]) == [1, 2, 3]


def spiral(rows):
    top, bottom = 0, len(rows) - 1
    left, right = 0, len(rows[0]) - 1
    path = []
    while top <= bottom and left <= right:
        for x in range(left, right + 1):
            path.append(rows[top][x])
        top += 1
        for y in range(top, bottom + 1):
            path.append(rows[y][right])
        right -= 1
        if top <= bottom:
            for x in range(right, left - 1, -1):
                path.append(rows[bottom][x])
            bottom -= 1
        if left <= right:
            for y in range(bottom, top - 1, -1):  #! for y in range(bottom, top, -1):
                path.append(rows[y][left])
            left += 1
    return path
