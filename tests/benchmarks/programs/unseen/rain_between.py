# task: the rain of each question (first day, last day), both from 1 and both counted, from the rain of each day
# test: assert rain([4, 0, 2], [(1, 3)]) == [6]
# test: assert rain([4, 0, 2], [(2, 3), (1, 2)]) == [2, 4]
# hidden: assert rain([4, 0, 2], [(1, 1), (3, 3)]) == [4, 2]
# hidden: assert rain([1, 2, 3, 4, 5], [(2, 4), (5, 5), (3, 4)]) == [9, 5, 7]
# hidden: assert rain([7], []) == []
# hidden: assert rain([0, 0, 9, 1], [(1, 2), (4, 4)]) == [0, 1]


def rain(days, questions):
    sums = [0]
    for amount in days:
        sums.append(sums[-1] + amount)
    answers = []
    for first, last in questions:
        answers.append(sums[last] - sums[first - 1])  #! answers.append(sums[last] - sums[first])
    return answers
