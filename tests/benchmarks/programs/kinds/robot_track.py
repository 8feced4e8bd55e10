# task: all the positions [x, y] of a robot that starts at [0, 0] and is moved by letters U, D, L, R, the start too
# test: assert track("") == [[0, 0]]
# test: assert track("RU") == [[0, 0], [1, 0], [1, 1]]
# hidden: assert track("L") == [[0, 0], [-1, 0]]
# hidden: assert track("UD") == [[0, 0], [0, 1], [0, 0]]
# hidden: assert track("RRD") == [[0, 0], [1, 0], [2, 0], [2, -1]]

MOVES = {"U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}


def track(letters):
    position = [0, 0]
    visited = [position[:]]
    for letter in letters:
        dx, dy = MOVES[letter]
        position[0] += dx
        position[1] += dy
        visited.append(position[:])  #! visited.append(position)
    return visited
