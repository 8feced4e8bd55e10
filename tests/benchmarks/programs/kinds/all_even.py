# task: whether all rows of a table have an even sum
# test: assert all_even([[1, 1], [2]])
# test: assert all_even([])
# test: assert not all_even([[1, 1], [1]])
# hidden: assert not all_even([[2], [3], [4]])
# hidden: assert not all_even([[1]])
# hidden: assert all_even([[4, 4], [6], [2, 2]])


def all_even(rows):
    for row in rows:
        if sum(row) % 2 != 0:
            return False
    return True  #! return sum(rows[0]) % 2 == 0
