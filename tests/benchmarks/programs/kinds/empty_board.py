# task: a board of rows and columns with marks on some squares
# test: assert board(1, 2, []) == [[".", "."]]
# test: assert board(2, 2, [(0, 1)]) == [[".", "x"], [".", "."]]
# hidden: assert board(3, 1, [(2, 0)]) == [["."], ["."], ["x"]]
# hidden: assert board(2, 3, [(0, 0), (1, 2)]) == [["x", ".", "."], [".", ".", "x"]]


def board(rows, columns, marked):
    squares = [["."] * columns for _ in range(rows)]  #! squares = [["."] * columns] * rows
    for row, column in marked:
        squares[row][column] = "x"
    return squares
