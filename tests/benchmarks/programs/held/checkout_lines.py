# task: when each customer is done: each goes to the line that is free first; ties go to the line on the left
# test: assert leave([(0, 5), (1, 2), (2, 4)], 2) == [5, 3, 7]
# test: assert leave([(0, 1), (10, 2)], 1) == [1, 12]
# test: assert leave([(0, 4), (0, 4), (0, 1)], 2) == [4, 4, 5]


def leave(customers, count):
    free_at = [0] * count
    done = []
    for arrived, length in customers:
        line = 0
        for number in range(1, count):
            if free_at[number] < free_at[line]:
                line = number
        begin = max(arrived, free_at[line])  #! begin = free_at[line]
        free_at[line] = begin + length
        done.append(free_at[line])
    return done
