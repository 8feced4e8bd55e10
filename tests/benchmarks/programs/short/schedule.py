# task: whether meetings (start, end) can all be held in one room; one may start when another ends
# test: assert fits([(9, 10), (10, 11)])
# test: assert not fits([(9, 11), (10, 12)])
# test: assert fits([])
# hidden: assert fits([(14, 15), (9, 10)])
# hidden: assert not fits([(1, 5), (2, 3)])
# hidden: assert fits([(1, 2), (3, 4), (2, 3)])


def fits(meetings):
    ordered = sorted(meetings)
    for place in range(1, len(ordered)):
        earlier, later = ordered[place - 1], ordered[place]
        if later[0] < earlier[1]:  #! if later[0] <= earlier[1]:
            return False
    return True
