# task: the number of living cells after some generations of rule 90 on a ring
# test: assert alive(16, 5) == 4
# test: assert alive(16, 1) == 2


def start(size):
    cells = [0] * size
    cells[size // 2] = 1
    return cells


def rule(left, right):
    return left ^ right


def generation(cells):
    new = []
    for place in range(len(cells)):
        left = cells[place - 1]
        right = cells[(place + 1) % len(cells)]  #! right = cells[(place + 1) % 11]
        new.append(rule(left, right))
    return new


def alive(size, generations):
    cells = start(size)
    for _ in range(generations):
        cells = generation(cells)
    return sum(cells)
