# task: the product of two matrices
# test: assert product([[1, 2], [3, 4]], [[1, 0], [0, 1]]) == [[1, 2], [3, 4]]
# test: assert product([[1, 2]], [[3], [4]]) == [[11]]
# hidden: assert product([[2]], [[5]]) == [[10]]
# hidden: assert product([[1, 2], [3, 4]], [[5, 6], [7, 8]]) == [[19, 22], [43, 50]]


def product(a, b):
    rows, inner, columns = len(a), len(b), len(b[0])
    out = [[0] * columns for _ in range(rows)]
    for r in range(rows):
        for c in range(columns):
            for k in range(inner):
                out[r][c] += a[r][k] * b[k][c]  #! out[r][c] = a[r][k] * b[k][c]
    return out
