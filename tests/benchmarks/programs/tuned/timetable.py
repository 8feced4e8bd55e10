# task: the earliest arrival at a stop, from connections (from, to, departure, arrival) in order of departure
# test: assert arrival([("a", "b", 1, 4), ("b", "c", 3, 5), ("b", "c", 5, 9)], "a", "c") == 9
# test: assert arrival([("a", "b", 1, 4)], "a", "b") == 4
# test: assert arrival([("b", "c", 1, 2)], "a", "c") is None


def arrival(connections, start, goal):
    earliest = {start: 0}
    for origin, target, departs, arrives in connections:
        reached = earliest.get(origin)
        if reached is None or reached > departs:  #! if reached is None:
            continue
        if target not in earliest or arrives < earliest[target]:
            earliest[target] = arrives
    return earliest.get(goal)
