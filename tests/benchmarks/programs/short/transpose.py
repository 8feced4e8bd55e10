# task: swap the rows and the columns of a table
# test: assert transpose([[1, 2, 3], [4, 5, 6]]) == [[1, 4], [2, 5], [3, 6]]
# test: assert transpose([[1]]) == [[1]]
# hidden: assert transpose([[1, 2]]) == [[1], [2]]
# hidden: assert transpose([["a"], ["b"], ["c"]]) == [["a", "b", "c"]]


def transpose(rows):
    columns = []
    for c in range(len(rows[0])):
        column = []
        for r in range(len(rows)):
            column.append(rows[r][c])  #! column.append(rows[c][r])
        columns.append(column)
    return columns
