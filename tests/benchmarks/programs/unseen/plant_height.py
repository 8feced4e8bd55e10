# task: the heights of a plant at the end of each week, which grows by a rate each week until it is as high as a limit
# test: assert heights(10, 0.5, 2, 100) == [15.0, 22.5]
# test: assert heights(10, 0.5, 0, 100) == []
# test: assert heights(8, 1, 3, 20) == [16, 20, 20]
# hidden: assert heights(4, 0.25, 3, 50) == [5.0, 6.25, 7.8125]
# hidden: assert heights(3, 0, 2, 10) == [3, 3]
# hidden: assert heights(1, 2, 5, 80) == [3, 9, 27, 80, 80]


def heights(start, rate, weeks, limit):
    height = start
    record = []
    for _ in range(weeks):
        height *= 1 + rate  #! height += 1 + rate
        if height > limit:
            height = limit
        record.append(height)
    return record
