# task: the colours of a map when each land takes the lowest colour that no neighbour has
# test: assert colours(4, [(0, 1), (1, 2), (0, 2), (2, 3)]) == [0, 1, 2, 0]
# test: assert colours(1, []) == [0]


def neighbours(edges, land):
    found = []
    for one, other in edges:
        if one == land:
            found.append(other)
        elif other == land:  #! elif other == one:
            found.append(one)
    return found


def lowest_free(used):
    colour = 0
    while colour in used:
        colour += 1
    return colour


def colours(count, edges):
    result = [None] * count
    for land in range(count):
        used = {result[other] for other in neighbours(edges, land)}
        result[land] = lowest_free(used)
    return result
