# task: the cost of the cheapest way from a start to each town that can be reached
# test: assert cheapest({"a": {"b": 2}, "b": {}}, "a") == {"a": 0, "b": 2}
# test: assert cheapest({"a": {"b": 1, "c": 5}, "b": {"c": 2}, "c": {}}, "a") == {"a": 0, "b": 1, "c": 3}
# hidden: assert cheapest({"a": {}}, "a") == {"a": 0}
# hidden: assert cheapest({"a": {"b": 4, "c": 1}, "c": {"b": 1, "d": 7}, "b": {"d": 1}, "d": {}}, "a") == {"a": 0, "c": 1, "b": 2, "d": 3}
import heapq


def cheapest(roads, start):
    costs = {}
    heap = [(0, start)]
    while heap:
        cost, town = heapq.heappop(heap)
        if town in costs:
            continue
        costs[town] = cost
        for other, length in roads[town].items():
            heapq.heappush(heap, (cost + length, other))  #! heapq.heappush(heap, (length, other))
    return costs
