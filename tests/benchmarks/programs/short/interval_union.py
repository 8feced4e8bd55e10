# task: join intervals that overlap or touch
# test: assert union([(1, 3), (2, 5)]) == [(1, 5)]
# test: assert union([(1, 2), (4, 5)]) == [(1, 2), (4, 5)]
# test: assert union([(1, 10), (2, 3)]) == [(1, 10)]
# hidden: assert union([]) == []
# hidden: assert union([(5, 6), (1, 2), (2, 3)]) == [(1, 3), (5, 6)]
# hidden: assert union([(0, 4), (1, 2), (3, 6)]) == [(0, 6)]


def union(intervals):
    joined = []
    for begin, end in sorted(intervals):
        if joined and begin <= joined[-1][1]:
            last_begin, last_end = joined[-1]
            joined[-1] = (last_begin, max(last_end, end))  #! joined[-1] = (last_begin, end)
        else:
            joined.append((begin, end))
    return joined
