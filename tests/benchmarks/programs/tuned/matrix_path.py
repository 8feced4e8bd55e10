# task: the determinant of a whole-number matrix, by its first row
# test: assert determinant([[1, 2], [3, 4]]) == -2
# test: assert determinant([[2, 0, 1], [1, 3, 2], [0, 1, 1]]) == 3
# test: assert determinant([[5]]) == 5


def minor(matrix, column):
    return [row[:column] + row[column + 1 :] for row in matrix[1:]]


def determinant(matrix):
    if len(matrix) == 1:
        return matrix[0][0]
    total = 0
    sign = 1
    for column, value in enumerate(matrix[0]):
        total += sign * value * determinant(minor(matrix, column))
        sign = -sign  #!
    return total
