# task: how many pairs of a list of marks are the wrong way round, the greater first, and the marks in order
# test: assert inversions([2, 1, 3]) == (1, [1, 2, 3])
# test: assert inversions([1, 2]) == (0, [1, 2])
# hidden: assert inversions([4, 3, 2, 1]) == (6, [1, 2, 3, 4])
# hidden: assert inversions([]) == (0, [])
# hidden: assert inversions([1, 1, 0]) == (2, [0, 1, 1])
# hidden: assert inversions([3, 1, 2, 5, 4]) == (3, [1, 2, 3, 4, 5])


def inversions(marks):
    if len(marks) < 2:
        return 0, list(marks)
    middle = len(marks) // 2
    count_left, left = inversions(marks[:middle])
    count_right, right = inversions(marks[middle:])  #! count_right, right = inversions(marks[middle + 1:])
    count = count_left + count_right
    merged = []
    while left and right:
        if left[0] <= right[0]:
            merged.append(left.pop(0))
        else:
            count += len(left)
            merged.append(right.pop(0))
    return count, merged + left + right
