# task: the cheapest way between two places, and what it costs, with a priority queue
# test: assert cheapest({"a": {"b": 4, "c": 1}, "c": {"b": 2}, "b": {}}, "a", "b") == (3, ["a", "c", "b"])
# test: assert cheapest({"a": {}, "b": {}}, "a", "b") is None
import heapq


def way_back(before, place):
    way = [place]
    while before[place] is not None:
        place = before[place]
        way.append(place)
    return way[::-1]


def cheapest(roads, start, goal):
    costs = {start: 0}
    before = {start: None}
    queue = [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place == goal:
            return cost, way_back(before, place)
        for other, price in roads[place].items():
            total = cost + price
            if other not in costs or total < costs[other]:
                costs[other] = total
                before[other] = place  #! before.setdefault(other, place)
                heapq.heappush(queue, (total, other))
    return None
