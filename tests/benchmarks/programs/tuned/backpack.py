# task: the greatest value of items, each taken at most once, within a weight
# test: assert best_load([(3, 4), (4, 5), (2, 3)], 6) == 8
# test: assert best_load([], 6) == 0
# test: assert best_load([(7, 9)], 6) == 0
# test: assert best_load([(2, 3)], 6) == 3


def best_load(items, room):
    best = [0] * (room + 1)
    for weight, value in items:
        for space in range(room, weight - 1, -1):  #! for space in range(weight, room + 1):
            candidate = best[space - weight] + value
            if candidate > best[space]:
                best[space] = candidate
    return best[room]
