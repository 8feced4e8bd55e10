# task: the area of a polygon from its corners
# test: assert area([(0, 0), (2, 0), (2, 2), (0, 2)]) == 4
# test: assert area([(0, 0), (4, 0), (0, 3)]) == 6
# test: assert area([(1, 1), (3, 1), (3, 2), (1, 2)]) == 2
# hidden: assert area([(1, 2), (4, 2), (4, 6)]) == 6
# hidden: assert area([(0, 0), (0, 3), (4, 0)]) == 6


def area(corners):
    twice = 0
    for place in range(len(corners)):
        x1, y1 = corners[place]
        x2, y2 = corners[(place + 1) % len(corners)]
        twice += x1 * y2 - x2 * y1  #! twice += x1 * y2 + x2 * y1
    return abs(twice) / 2
