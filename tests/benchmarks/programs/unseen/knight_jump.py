# task: the squares, in order, to which a knight can jump from a square such as "b1" on an 8 by 8 chess board
# test: assert jumps("a1") == ["b3", "c2"]
# test: assert jumps("h8") == ["f7", "g6"]
# hidden: assert jumps("b1") == ["a3", "c3", "d2"]
# hidden: assert jumps("d4") == ["b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"]
# hidden: assert jumps("a8") == ["b6", "c7"]
# hidden: assert jumps("h4") == ["f3", "f5", "g2", "g6"]


def is_jump(column, row, other_column, other_row):
    across = abs(column - other_column)
    along = abs(row - other_row)
    return (across, along) in ((1, 2), (2, 1))  #! return across + along == 3


def jumps(square):
    column = "abcdefgh".index(square[0])
    row = int(square[1])
    result = []
    for other_column, letter in enumerate("abcdefgh"):
        for other_row in range(1, 9):
            if is_jump(column, row, other_column, other_row):
                result.append(letter + str(other_row))
    return result
