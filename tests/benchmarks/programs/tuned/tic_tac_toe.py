# task: who has won at tic tac toe, "-" for no one
# test: assert winner("XXO.O.O.X") == "O"
# test: assert winner("XXXOO....") == "X"
# test: assert winner(".........") == "-"


def lines():
    found = []
    for i in range(3):
        found.append([3 * i, 3 * i + 1, 3 * i + 2])
        found.append([i, i + 3, i + 6])
    found.append([0, 4, 8])
    found.append([2, 4, 6])  #! found.append([2, 4, 7])
    return found


def owner(board, line):
    marks = {board[place] for place in line}
    if len(marks) == 1:
        mark = marks.pop()
        if mark != ".":
            return mark
    return None


def winner(board):
    result = "-"
    for line in lines():
        mark = owner(board, line)
        if mark is not None:
            result = mark
    return result
