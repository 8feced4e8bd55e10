# task: pairs of a row of dancers, first with last and so on; one in the middle is left out; the row stays as it is
# test: assert pair_up(["a", "b", "c", "d"]) == [("a", "d"), ("b", "c")]
# test: row = [1, 2]; pair_up(row); assert row == [1, 2]
# hidden: r = [1, 2, 3]; assert pair_up(r) == [(1, 3)] and r == [1, 2, 3]
# hidden: assert pair_up([]) == []
# hidden: r = list("xyxy"); assert pair_up(r) == pair_up(r) == [("x", "y"), ("y", "x")]
# hidden: assert pair_up(["only"]) == []


def pair_up(row):
    waiting = list(row)  #! waiting = row
    pairs = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        last = waiting.pop()
        pairs.append((first, last))
    return pairs
