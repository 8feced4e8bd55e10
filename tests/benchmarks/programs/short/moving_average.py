# task: the mean of every window of the given width
# test: assert moving_average([1, 2, 3, 4], 2) == [1.5, 2.5, 3.5]
# test: assert moving_average([4, 4, 4], 3) == [4.0]
# test: assert moving_average([1, 2], 3) == []
# hidden: assert moving_average([2, 4, 6, 8, 10], 1) == [2.0, 4.0, 6.0, 8.0, 10.0]
# hidden: assert moving_average([0, 3, 6, 9, 12], 3) == [3.0, 6.0, 9.0]


def moving_average(values, width):
    means = []
    for start in range(len(values) - width + 1):  #! for start in range(len(values) - width):
        window = values[start : start + width]
        means.append(sum(window) / width)
    return means
