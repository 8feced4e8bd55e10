# task: in how many ways n queens can stand on an n by n board so that no two attack each other
# test: assert queens(1) == 1
# test: assert queens(4) == 2
# hidden: assert queens(2) == 0
# hidden: assert queens(5) == 10
# hidden: assert queens(6) == 4
# hidden: assert queens(7) == 40


def safe(placed, column):
    row = len(placed)
    for r, c in enumerate(placed):
        if c == column or abs(c - column) == row - r:  #! if c == column or c - column == row - r:
            return False
    return True


def queens(size, placed=()):
    if len(placed) == size:
        return 1
    count = 0
    for column in range(size):
        if safe(placed, column):
            count += queens(size, (*placed, column))
    return count
