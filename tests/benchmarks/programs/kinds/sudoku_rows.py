# task: whether every row of a sudoku holds each number at most once; 0 stands for an empty square
# test: assert rows_valid([[1, 2, 0, 0], [3, 0, 0, 4]])
# test: assert not rows_valid([[1, 2, 0, 0], [3, 3, 0, 4]])
# hidden: assert rows_valid([])
# hidden: assert not rows_valid([[1, 1, 0], [1, 2, 3]])
# hidden: assert not rows_valid([[1, 2, 3], [0, 0, 0], [2, 0, 2]])
# hidden: assert rows_valid([[0, 0, 0], [0, 0, 1], [1, 0, 0]])


def repeated(numbers):
    filled = [number for number in numbers if number != 0]
    return len(filled) != len(set(filled))


def rows_valid(grid):
    for row in grid:
        if repeated(row):
            return False
        #! return True
    return True
