# task: the fewest steps to have some litres in one of two jugs: fill, empty or pour; -1 if it cannot be
# test: assert steps(3, 5, 4) == 6
# test: assert steps(2, 4, 3) == -1
# test: assert steps(3, 5, 5) == 1
from collections import deque


def moves(state, sizes):
    one, two = state
    yield sizes[0], two
    yield one, sizes[1]
    yield 0, two
    yield one, 0
    poured = min(one, sizes[1] - two)
    yield one - poured, two + poured
    poured = min(two, sizes[0] - one)
    yield one + poured, two - poured  #! yield one + poured, two


def steps(first, second, goal):
    seen = {(0, 0)}
    queue = deque([((0, 0), 0)])
    while queue:
        state, count = queue.popleft()
        if goal in state:
            return count
        for new in moves(state, (first, second)):
            if new not in seen:
                seen.add(new)
                queue.append((new, count + 1))
    return -1
