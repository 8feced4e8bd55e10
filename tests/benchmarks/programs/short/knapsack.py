# task: the greatest value that fits into the capacity, each (weight, value) taken at most once
# test: assert best_value([(2, 3), (3, 4)], 5) == 7
# test: assert best_value([(2, 3)], 4) == 3
# test: assert best_value([(5, 9)], 4) == 0
# hidden: assert best_value([], 10) == 0
# hidden: assert best_value([(1, 1), (3, 4), (4, 5)], 7) == 9
# hidden: assert best_value([(1, 5)], 10) == 5


def best_value(items, capacity):
    best = [0] * (capacity + 1)
    for weight, value in items:
        for room in range(capacity, weight - 1, -1):  #! for room in range(weight, capacity + 1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]
