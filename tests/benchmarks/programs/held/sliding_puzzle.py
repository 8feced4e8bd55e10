# task: the board of a sliding puzzle after some moves of the empty cell; moves off the board are left out
# test: assert play(["12", "3 "], "ul") == [" 1", "32"]
# test: assert play(["12", "3 "], "r") == ["12", "3 "]
MOVES = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


def empty(board):
    for row, cells in enumerate(board):
        if " " in cells:
            return row, cells.index(" ")


def play(rows, moves):
    board = [list(row) for row in rows]
    row, column = empty(board)
    for move in moves:
        down, right = MOVES[move]
        other, place = row + down, column + right
        if not (0 <= other < len(board) and 0 <= place < len(board[0])):
            continue
        board[row][column], board[other][place] = board[other][place], board[row][column]
        row, column = other, place  #!
    return ["".join(cells) for cells in board]
