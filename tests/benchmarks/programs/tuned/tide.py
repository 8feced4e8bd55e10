# task: the hours at which the water is above a mark, it rises and falls by the hour's step
# test: assert above([2, 3, -1, -3, 1], 1, 3) == [1, 2, 3]
# test: assert above([], 0, 0) == []


def levels(start, steps):
    level = start
    for step in steps:
        yield level
        level += step


def above(steps, start, mark):
    hours = []
    for hour, level in enumerate(levels(start, steps)):
        if level >= mark:  #! if level > mark:
            hours.append(hour)
    return hours
