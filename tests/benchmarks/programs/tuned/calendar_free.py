# task: the free spans of a day between meetings, from 9 to 17
# test: assert free([(10, 11), (13, 15)]) == [(9, 10), (11, 13), (15, 17)]
# test: assert free([]) == [(9, 17)]
# test: assert free([(9, 12), (11, 13)]) == [(13, 17)]


def in_order(meetings):
    return sorted(meetings)


def free(meetings):
    spans = []
    begin = 9
    for start, end in in_order(meetings):
        if start > begin:
            spans.append((begin, start))
        begin = max(begin, end)  #! begin = max(begin, start)
    if begin < 17:
        spans.append((begin, 17))
    return spans
