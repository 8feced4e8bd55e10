# task: the cheapest cables, as (cost, from, to), that connect all houses
# test: assert cables([(1, "a", "b"), (2, "b", "c"), (3, "a", "c")]) == [(1, "a", "b"), (2, "b", "c")]
# test: assert cables([(5, "a", "b")]) == [(5, "a", "b")]
# test: assert cables([(1, "a", "b"), (1, "c", "d"), (2, "b", "c"), (3, "a", "d")]) == [(1, "a", "b"), (1, "c", "d"), (2, "b", "c")]
# hidden: assert cables([(1, "a", "b"), (2, "c", "d"), (3, "a", "c"), (4, "b", "d")]) == [(1, "a", "b"), (2, "c", "d"), (3, "a", "c")]
# hidden: assert cables([]) == []
# hidden: assert cables([(2, "a", "b"), (2, "a", "b")]) == [(2, "a", "b")]


def cables(possible):
    group = {}
    for _, one, other in possible:
        group[one] = {one}
        group[other] = {other}
    used = []
    for cost, one, other in sorted(possible):
        if group[one] is not group[other]:
            used.append((cost, one, other))
            group[one] |= group[other]
            for house in group[other]:
                group[house] = group[one]  #! group[other] = group[one]
    return used
