# task: the product of two matrices, given as lists of rows
# test: assert product([[1, 2]], [[3], [4]]) == [[11]]
# test: assert product([[1, 0], [0, 1]], [[5, 6], [7, 8]]) == [[5, 6], [7, 8]]
# hidden: assert product([[2]], [[3]]) == [[6]]
# hidden: assert product([[1, 2], [3, 4]], [[5, 6], [7, 8]]) == [[19, 22], [43, 50]]
# hidden: assert product([[1], [2]], [[3, 4]]) == [[3, 4], [6, 8]]


def product(left, right):
    out = []
    for row in left:
        line = []
        for column in range(len(right[0])):
            total = 0
            for k in range(len(right)):
                total += row[k] * right[k][column]  #! total = row[k] * right[k][column]
            line.append(total)
        out.append(line)
    return out
