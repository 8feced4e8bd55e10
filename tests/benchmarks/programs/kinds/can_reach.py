# task: whether one place can be reached from another along one-way streets
# test: assert can_reach({"a": ["b"], "b": ["c"], "c": []}, "a", "c")
# test: assert not can_reach({"a": ["b"], "b": ["a"], "c": []}, "a", "c")
# hidden: assert can_reach({"a": []}, "a", "a")
# hidden: assert not can_reach({"a": ["a"], "b": ["a"]}, "a", "b")
# hidden: assert can_reach({"a": ["b", "c"], "b": [], "c": ["d"], "d": []}, "a", "d")
from collections import deque


def can_reach(streets, start, goal):
    waiting = deque([start])
    seen = {start}
    while waiting:  #! while True:
        place = waiting.popleft()
        if place == goal:
            return True
        for other in streets[place]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return False
