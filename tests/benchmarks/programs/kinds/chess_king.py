# task: the squares, pairs from 0 to 7, that a king can move to from a square
# test: assert len(king((0, 0))) == 3
# test: assert len(king((4, 4))) == 8
# test: assert (3, 3) not in king((3, 3))
# hidden: assert sorted(king((7, 7))) == [(6, 6), (6, 7), (7, 6)]
# hidden: assert len(king((0, 5))) == 5


def king(square):
    row, column = square
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down == 0 and right == 0:  #! if down == 0 or right == 0:
                continue
            new = (row + down, column + right)
            if 0 <= new[0] < 8 and 0 <= new[1] < 8:
                found.append(new)
    return found
