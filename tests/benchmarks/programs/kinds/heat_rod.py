# task: temperatures along a rod after some steps; in a step each inner place takes the mean of its two neighbours before the step, the ends stay
# test: assert heat([0, 0, 0, 8], 1) == [0, 0, 4, 8]
# test: assert heat([8, 0, 0, 0], 1) == [8, 4, 0, 0]
# hidden: assert heat([8, 0, 0, 0], 2) == [8, 4, 2, 0]
# hidden: assert heat([5, 1], 3) == [5, 1]
# hidden: assert heat([4, 4, 4], 2) == [4, 4, 4]
# hidden: start = [16, 0, 0, 0, 16]; heat(start, 2); assert start == [16, 0, 0, 0, 16]
# hidden: assert heat([16, 0, 0, 0, 16], 2) == [16, 8, 8, 8, 16]


def step(rod):
    after = list(rod)  #! after = rod
    for i in range(1, len(rod) - 1):
        after[i] = (rod[i - 1] + rod[i + 1]) / 2
    return after


def heat(rod, steps):
    for _ in range(steps):
        rod = step(rod)
    return rod
