# task: the sums of the two diagonals of a square matrix, the one from the upper left first
# test: assert diagonals([[1, 2], [3, 4]]) == (5, 5)
# test: assert diagonals([[2, 0, 1], [0, 3, 0], [6, 0, 4]]) == (9, 10)
# hidden: assert diagonals([[7]]) == (7, 7)
# hidden: assert diagonals([]) == (0, 0)
# hidden: assert diagonals([[1, 0, 0], [0, 1, 0], [9, 0, 1]]) == (3, 10)
# hidden: assert diagonals([[0, 0, 5], [0, 0, 0], [1, 0, 2]]) == (2, 6)


def diagonals(matrix):
    size = len(matrix)
    down = 0
    up = 0
    for i in range(size):
        down += matrix[i][i]
        up += matrix[i][size - 1 - i]  #! up += matrix[i][-i]
    return down, up
