# task: a game's board with moves that can be undone
# test: assert play(["put 0 x"]) == ["x", "", ""]
# test: assert play(["put 0 x", "put 1 o", "undo"]) == ["x", "", ""]
# hidden: assert play(["undo"]) == ["", "", ""]
# hidden: assert play(["put 2 x", "put 2 o", "undo", "undo"]) == ["", "", ""]
# hidden: assert play(["put 0 a", "put 1 b", "put 2 c", "undo", "put 1 d"]) == ["a", "d", ""]


def play(commands):
    board = ["", "", ""]
    earlier = []
    for command in commands:
        if command == "undo":
            if earlier:
                board = earlier.pop()
        else:
            _, place, mark = command.split()
            earlier.append(board.copy())  #! earlier.append(board)
            board[int(place)] = mark
    return board
