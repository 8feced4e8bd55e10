# task: the game of life, some turns on a board without edges
# test: assert play({(0, 1), (1, 1), (2, 1)}, 1) == [(1, 0), (1, 1), (1, 2)]
# test: assert play({(0, 0)}, 1) == []


def around(cell):
    y, x = cell
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy or dx:  #! if dy and dx:
                yield y + dy, x + dx


def count_all(alive):
    counts = {}
    for cell in alive:
        for near in around(cell):
            counts[near] = counts.get(near, 0) + 1
    return counts


def turn(alive):
    counts = count_all(alive)
    following = set()
    for cell, count in counts.items():
        if count == 3 or (count == 2 and cell in alive):
            following.add(cell)
    return following


def play(alive, turns):
    for _ in range(turns):
        alive = turn(alive)
    return sorted(alive)
