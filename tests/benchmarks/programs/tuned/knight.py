# task: the fewest moves of a knight from one square to another on a board of 8 by 8
# test: assert moves("a1", "b3") == 1
# test: assert moves("a1", "a1") == 0
# test: assert moves("a1", "c2") == 1
# test: assert moves("a1", "b1") == 3

from collections import deque

JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def square(name):
    return ord(name[0]) - ord("a"), int(name[1]) - 1


def around(at):
    for dx, dy in JUMPS:
        x, y = at[0] + dx, at[1] + dy
        if 0 <= x < 8 and 0 <= y < 8:
            yield x, y


def moves(start, goal):
    todo = deque([(square(start), 0)])
    seen = {square(start)}
    while todo:
        at, count = todo.popleft()  #! at, count = todo.pop()
        if at == square(goal):
            return count
        for following in around(at):
            if following not in seen:
                seen.add(following)
                todo.append((following, count + 1))
    return -1
