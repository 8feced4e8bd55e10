# task: the board after each move, the boards before untouched
# test: assert play([0, 0], [(0, 1), (1, 2)]) == [[1, 0], [1, 2]]
# test: assert play([0], [(0, 5)]) == [[5]]
# hidden: assert play([7, 7], []) == []
# hidden: assert play([1, 2, 3], [(2, 0), (0, 9)]) == [[1, 2, 0], [9, 2, 0]]


def play(board, moves):
    boards = []
    for place, mark in moves:
        board[place] = mark
        boards.append(board.copy())  #! boards.append(board)
    return boards
