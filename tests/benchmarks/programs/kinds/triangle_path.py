# task: the largest sum on a way down a triangle of numbers; each step goes to one of the two numbers below
# test: assert best_way([[5]]) == 5
# test: assert best_way([[1], [2, 3]]) == 4
# test: assert best_way([[3], [7, 4], [2, 4, 6]]) == 14
# hidden: assert best_way([[1], [0, 0], [9, 0, 0]]) == 10
# hidden: assert best_way([[1], [0, 0], [0, 0, 9]]) == 10
# hidden: assert best_way([[3], [7, 4], [2, 4, 6], [8, 5, 9, 3]]) == 23
# hidden: assert best_way([[-1], [-2, -3]]) == -3
# hidden: assert best_way([[1], [5, 1], [1, 9, 1]]) == 15


def best_way(triangle):
    best = list(triangle[-1])
    for row in reversed(triangle[:-1]):
        above = []
        for i, number in enumerate(row):
            above.append(number + max(best[i], best[i + 1]))  #! above.append(number + max(best[i], best[i - 1]))
        best = above
    return best[0]
