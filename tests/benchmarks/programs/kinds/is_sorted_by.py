# task: whether rows are sorted by a column, equal ones allowed
# test: assert is_sorted([(1, 5), (2, 4)], 0)
# test: assert not is_sorted([(1, 5), (2, 4)], 1)
# test: assert is_sorted([(1, 1), (1, 0)], 0)
# hidden: assert is_sorted([], 0)
# hidden: assert not is_sorted([(3,), (1,), (2,)], 0)
# hidden: assert is_sorted([(1,), (2,), (2,), (5,)], 0)


def is_sorted(rows, column):
    for before, after in zip(rows, rows[1:]):
        if before[column] > after[column]:  #! if before[column] >= after[column]:
            return False
    return True
