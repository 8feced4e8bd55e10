# task: the squares (row, column) that a bishop reaches on a board, stopping before blocked squares, as a sorted list
# test: assert bishop_moves(1, 1, 3) == [(0, 0), (0, 2), (2, 0), (2, 2)]
# test: assert bishop_moves(0, 0, 4) == [(1, 1), (2, 2), (3, 3)]
# hidden: assert bishop_moves(0, 0, 4, {(2, 2)}) == [(1, 1)]
# hidden: assert bishop_moves(3, 1, 4) == [(1, 3), (2, 0), (2, 2)]
# hidden: assert bishop_moves(0, 0, 1) == []
# hidden: assert len(bishop_moves(3, 3, 8)) == 13


def bishop_moves(row, column, size, blocked=frozenset()):
    squares = []
    for down in (-1, 1):
        for right in (-1, 1):
            r = row + down
            c = column + right
            while 0 <= r < size and 0 <= c < size and (r, c) not in blocked:
                squares.append((r, c))
                r += down
                c += right  #! c -= right
    return sorted(squares)
