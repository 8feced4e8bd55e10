# task: the sum of the numbers on both diagonals of a square matrix, the middle one counted once
# test: assert diagonals([[1, 2], [3, 4]]) == 10
# test: assert diagonals([[1, 2, 3], [4, 5, 6], [7, 8, 9]]) == 25
# hidden: assert diagonals([[5]]) == 5
# hidden: assert diagonals([]) == 0
# hidden: assert diagonals([[1, 0, 0, 1], [0, 2, 2, 0], [0, 2, 2, 0], [1, 0, 0, 1]]) == 12


def diagonals(rows):
    size = len(rows)
    total = 0
    for place in range(size):
        total += rows[place][place]
        if place != size - 1 - place:  #!
            total += rows[place][size - 1 - place]  #! total += rows[place][size - 1 - place]
    return total
