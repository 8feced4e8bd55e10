# task: takes what is out of date off a shelf
# test: assert fresh([3, 9], 5) == [9]
# test: assert fresh([1, 2, 8], 5) == [8]
# test: assert fresh([7], 5) == [7]
# hidden: assert fresh([1, 1, 1, 1], 5) == []
# hidden: assert fresh([], 5) == []
# hidden: assert fresh([9, 1, 2, 8], 5) == [9, 8]


def fresh(shelf, today):
    for day in list(shelf):  #! for day in shelf:
        if day < today:
            shelf.remove(day)
    return shelf
