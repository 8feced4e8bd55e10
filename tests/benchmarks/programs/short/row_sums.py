# task: the sum of each row and the largest of them
# test: assert row_sums([[1, 2], [3]]) == ([3, 3], 3)
# test: assert row_sums([[5]]) == ([5], 5)
# hidden: assert row_sums([[1], [2], [3]]) == ([1, 2, 3], 3)
# hidden: assert row_sums([[], [4, 4]]) == ([0, 8], 8)


def row_sums(rows):
    sums = []
    #! total = 0
    for row in rows:
        total = 0  #!
        for number in row:
            total += number
        sums.append(total)
    return sums, max(sums)
