# task: the best value of things that weigh at most the limit
# test: assert best([(2, 3), (3, 4), (4, 5)], 5) == 7
# test: assert best([(5, 10)], 4) == 0
# test: assert best([(1, 1)], 3) == 1
def best(things, limit):
    table = [0] * (limit + 1)
    for weight, value in things:
        for room in range(limit, weight - 1, -1):  #! for room in range(weight, limit + 1):
            table[room] = max(table[room], table[room - weight] + value)  #! table[room] = table[room - weight] + value
    return table[limit]  #! return table[0]
