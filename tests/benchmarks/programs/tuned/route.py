# task: the length of the shortest way between two places
# test: assert shortest(ROADS, "a", "e") == 7
# test: assert shortest(ROADS, "a", "a") == 0
# test: assert shortest(ROADS, "b", "d") == 4
# test: assert shortest(ROADS, "d", "e") == 2


import heapq

ROADS = {"a": {"b": 4, "c": 1}, "b": {"d": 4}, "c": {"b": 2, "d": 6}, "d": {"e": 2}, "e": {}}
ROADS["c"]["d"] = 4


def shortest(roads, start, goal):
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place == goal:
            return cost
        for near, length in roads[place].items():
            reached = cost + length  #! reached = length
            if near not in best or reached < best[near]:
                best[near] = reached
                heapq.heappush(queue, (reached, near))
    return None
