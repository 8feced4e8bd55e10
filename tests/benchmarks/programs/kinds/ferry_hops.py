# task: the fewest ferries to take from one island to another, None where there is no way
# test: assert ferries({"A": ["B"], "B": ["C"], "C": []}, "A", "C") == 2
# test: assert ferries({"A": ["B"], "B": ["A", "C"], "C": ["B"], "D": []}, "A", "D") is None
# hidden: assert ferries({"A": ["A"]}, "A", "A") == 0
# hidden: assert ferries({"A": ["B", "C"], "B": ["D"], "C": ["A"], "D": ["B"], "E": ["A"]}, "A", "E") is None
# hidden: assert ferries({"A": ["B", "D"], "B": ["C"], "C": ["D"], "D": []}, "A", "D") == 1
# hidden: assert ferries({"A": ["B"], "B": ["A", "C"], "C": ["B", "D"], "D": []}, "A", "D") == 3

from collections import deque


def ferries(routes, start, goal):
    waiting = deque([(start, 0)])
    visited = {start}
    while waiting:
        island, taken = waiting.popleft()
        if island == goal:
            return taken
        for other in routes.get(island, []):
            if other not in visited:
                visited.add(other)  #!
                waiting.append((other, taken + 1))
    return None
