# task: the shortest distance by road between each two towns, numbered from 0; roads are (town, town, km), one way each
# test: assert distances(2, [(0, 1, 5)]) == [[0, 5], [None, 0]]
# test: assert distances(3, [(0, 1, 2), (1, 2, 3), (0, 2, 9)]) == [[0, 2, 5], [None, 0, 3], [None, None, 0]]
# hidden: assert distances(1, []) == [[0]]
# hidden: assert distances(3, [(0, 1, 1), (1, 2, 1), (2, 0, 1)]) == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
# hidden: assert distances(2, [(0, 1, 7), (0, 1, 4), (1, 0, 3)]) == [[0, 4], [3, 0]]
# hidden: assert distances(4, [(0, 3, 1), (3, 1, 1), (1, 2, 1), (0, 2, 5)])[0] == [0, 2, 3, 1]

FAR = float("inf")


def distances(count, roads):
    km = [[FAR] * count for _ in range(count)]
    for town in range(count):
        km[town][town] = 0
    for start, end, length in roads:
        km[start][end] = min(km[start][end], length)
    for k in range(count):
        for i in range(count):
            for j in range(count):
                km[i][j] = min(km[i][j], km[i][k] + km[k][j])  #! km[i][j] = min(km[i][j], km[i][k] + km[j][k])
    return [[None if length == FAR else length for length in row] for row in km]
