# task: the total length that intervals, pairs of a begin and an end, cover together
# test: assert covered([(0, 2), (1, 4)]) == 4
# test: assert covered([(0, 1), (5, 7)]) == 3
# test: assert covered([(0, 2), (1, 4), (3, 5)]) == 5
# hidden: assert covered([]) == 0
# hidden: assert covered([(3, 5), (0, 1), (4, 8)]) == 6
# hidden: assert covered([(0, 10), (1, 2), (3, 4)]) == 10


def covered(intervals):
    total = 0
    reach = None
    for begin, end in sorted(intervals):
        if reach is None or begin > reach:
            total += end - begin
            reach = end
        elif end > reach:
            total += end - reach
            reach = end  #!
    return total
