# task: all descendants of a person, the nearest first, and how many generations there are
# test: assert descendants({"a": ["b", "c"], "b": ["d"], "c": ["e"]}, "a") == (["b", "c", "d", "e"], 2)
# test: assert descendants({}, "x") == ([], 0)
from collections import deque


def descendants(children, person):
    found = []
    deepest = 0
    queue = deque([(person, 0)])
    while queue:
        name, depth = queue.popleft()  #! name, depth = queue.pop()
        deepest = max(deepest, depth)
        if depth > 0:
            found.append(name)
        for child in children.get(name, []):
            queue.append((child, depth + 1))
    return found, deepest
