# task: how many moves a knight needs on a board of a given size, -1 if it cannot get there
# test: assert moves(5, (0, 0), (2, 2)) == 4
# test: assert moves(5, (0, 0), (2, 1)) == 1
# test: assert moves(5, (0, 0), (4, 4)) == 4
# test: assert moves(2, (0, 0), (1, 1)) == -1

JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def targets(size, place):
    for dy, dx in JUMPS:
        y, x = place[0] + dy, place[1] + dx
        if 0 <= y < size and 0 <= x < size:
            yield y, x


def moves(size, start, goal):
    distance = {start: 0}
    todo = [start]
    while todo:
        place = todo.pop(0)  #! place = todo.pop()
        if place == goal:
            return distance[place]
        for target in targets(size, place):
            if target not in distance:
                distance[target] = distance[place] + 1
                todo.append(target)
    return -1
