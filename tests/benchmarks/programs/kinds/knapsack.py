# task: the greatest value of things, each once, whose weights add up to at most a limit
# test: assert best([(2, 3), (3, 4)], 5) == 7
# test: assert best([(2, 3)], 1) == 0
# test: assert best([(1, 2)], 3) == 2
# hidden: assert best([], 5) == 0
# hidden: assert best([(5, 10), (4, 7), (3, 5)], 7) == 12
# hidden: assert best([(2, 2), (2, 2), (2, 2)], 4) == 4


def best(things, limit):
    table = [0] * (limit + 1)
    for weight, value in things:
        for room in range(limit, weight - 1, -1):  #! for room in range(weight, limit + 1):
            table[room] = max(table[room], table[room - weight] + value)
    return table[limit]
