# task: the first rows of Pascal's triangle
# test: assert triangle(1) == [[1]]
# test: assert triangle(3) == [[1], [1, 1], [1, 2, 1]]
# hidden: assert triangle(5)[-1] == [1, 4, 6, 4, 1]
# hidden: assert triangle(2) == [[1], [1, 1]]


def triangle(count):
    rows = [[1]]
    for length in range(1, count):
        above = rows[-1]
        row = []
        for place in range(length + 1):  #! for place in range(length):
            left = above[place - 1] if place > 0 else 0
            right = above[place] if place < length else 0
            row.append(left + right)
        rows.append(row)
    return rows
