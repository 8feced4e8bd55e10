# task: the moves that bring a tower of discs from one peg to another
# test: assert moves(1, "A", "C", "B") == ["AC"]
# test: assert moves(2, "A", "C", "B") == ["AB", "AC", "BC"]
# hidden: assert moves(3, "A", "C", "B") == ["AC", "AB", "CB", "AC", "BA", "BC", "AC"]
# hidden: assert moves(0, "A", "C", "B") == []
# hidden: assert moves(2, "X", "Y", "Z") == ["XZ", "XY", "ZY"]


def moves(discs, source, target, spare):
    if discs == 0:
        return []
    first = moves(discs - 1, source, spare, target)
    last = moves(discs - 1, spare, target, source)
    return [*first, source + target, *last]  #! return [*first, source + spare, *last]
