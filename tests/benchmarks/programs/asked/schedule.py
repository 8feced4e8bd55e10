# task: how many meetings fit in one room, those that end first first
# test: assert fit([(1, 3), (2, 4), (3, 5)]) == 2
# test: assert fit([(1, 10), (2, 3), (4, 5)]) == 2
def fit(meetings):
    count, free = 0, 0  #! count, free = 0, 2
    for start, end in sorted(meetings, key=lambda one: one[1]):  #! for start, end in sorted(meetings):
        if start >= free:
            count += 1  #! count += start
            free = end
    return count
