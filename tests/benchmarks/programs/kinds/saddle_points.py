# task: places (row, column) of a table whose number is the largest of its row and the smallest of its column
# test: assert saddle_points([[9, 8, 7], [5, 3, 2], [6, 6, 7]]) == [(1, 0)]
# test: assert saddle_points([[1]]) == [(0, 0)]
# hidden: assert saddle_points([[1, 2, 3], [3, 1, 2], [2, 3, 1]]) == []
# hidden: assert saddle_points([[2, 5], [1, 6]]) == [(0, 1)]
# hidden: assert saddle_points([[4, 4]]) == [(0, 0), (0, 1)]
# hidden: assert saddle_points([]) == []


def saddle_points(table):
    found = []
    for i, row in enumerate(table):
        for j, number in enumerate(row):
            column = [other[j] for other in table]  #! column = [other[i] for other in table]
            if number == max(row) and number == min(column):
                found.append((i, j))
    return found
