# task: the longest run of days with at least the given number of steps
# test: assert streak([5, 6, 1, 7], 5) == 2
# test: assert streak([5, 1, 5, 5], 5) == 2
# test: assert streak([1, 1], 5) == 0
# hidden: assert streak([5, 5, 5], 5) == 3
# hidden: assert streak([9, 0, 9, 9, 0, 9], 5) == 2


def streak(days, goal):
    best = current = 0
    for steps in days:
        if steps >= goal:
            current += 1
            best = max(best, current)
        else:
            current = 0  #! current = 1
    return best
