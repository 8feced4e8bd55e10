# task: the squares a rook can reach on a board with other pieces; it may take pieces of the other colour
# test: assert reach(["Rb.", "...", "w.."]) == [(0, 1), (1, 0)]
# test: assert reach(["Rw", "w."]) == []
WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def find(board):
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell == "R":
                return row, column


def inside(board, row, column):
    return 0 <= row < len(board) and 0 <= column < len(board[0])


def slide(board, start, way):
    row, column = start[0] + way[0], start[1] + way[1]
    while inside(board, row, column):
        if board[row][column] == "w":
            return
        yield row, column
        if board[row][column] == "b":  #! if board[row][column] == "R":
            return
        row, column = row + way[0], column + way[1]


def reach(board):
    start = find(board)
    return sorted(square for way in WAYS for square in slide(board, start, way))
