# task: busy spans joined where they overlap, and the free time between them
# test: assert free([(9, 12), (10, 11), (13, 14)]) == [(12, 13)]
# test: assert free([(1, 2)]) == []
# test: assert free([(5, 6), (1, 3)]) == [(3, 5)]


def joined(spans):
    result = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            last = result[-1]
            result[-1] = (last[0], max(last[1], end))  #! result[-1] = (last[0], end)
        else:
            result.append((start, end))
    return result


def free(spans):
    busy = joined(spans)
    gaps = []
    for one, other in zip(busy, busy[1:]):
        gaps.append((one[1], other[0]))
    return gaps
