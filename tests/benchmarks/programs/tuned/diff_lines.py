# task: how many lines two texts have in common, in order
# test: assert common(["a", "b", "c", "d"], ["b", "x", "d"]) == 2
# test: assert common(["a"], ["a"]) == 1


def table_for(rows, columns):
    return [[0] * (columns + 1) for _ in range(rows + 1)]


def common(one, other):
    table = table_for(len(one), len(other))
    for i, left in enumerate(one, 1):
        for j, right in enumerate(other, 1):
            if left == right:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])  #! table[i][j] = table[i - 1][j]
    return table[-1][-1]
