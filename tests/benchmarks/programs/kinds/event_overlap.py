# task: whether any two events, pairs of a begin and an end, overlap; one may begin when another ends
# test: assert overlap([(1, 3), (2, 4)])
# test: assert not overlap([(1, 2), (2, 3)])
# test: assert not overlap([(5, 6), (1, 2)])
# hidden: assert not overlap([])
# hidden: assert overlap([(1, 10), (2, 3), (4, 5)])
# hidden: assert overlap([(4, 9), (0, 5)])
# hidden: assert not overlap([(3, 4), (1, 3), (0, 1)])


def overlap(events):
    end = None
    for begin, stop in sorted(events):  #! for begin, stop in events:
        if end is not None and begin < end:
            return True
        end = stop
    return False
