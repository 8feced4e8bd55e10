# task: whether the first player wins a game in which 1, 2 or 3 sticks are taken, the last stick wins
# test: assert [wins(n) for n in range(1, 6)] == [True, True, True, False, True]
# test: assert wins(8) is False


def moves(sticks):
    return [take for take in (1, 2, 3) if take <= sticks]


def wins(sticks, known=None):
    known = {} if known is None else known
    if sticks == 0:
        return False
    if sticks not in known:
        known[sticks] = False
        for take in moves(sticks):
            if not wins(sticks - take, known):  #! if wins(sticks - take, known):
                known[sticks] = True
    return known[sticks]
