# task: how many moves a tower of n discs needs
# test: assert moves(1) == 1
# test: assert moves(2) == 3
# test: assert moves(3) == 7
# hidden: assert moves(0) == 0
# hidden: assert moves(10) == 1023


def moves(n):
    if n == 0:
        return 0
    return 2 * moves(n - 1) + 1  #! return moves(n - 1) + 1
