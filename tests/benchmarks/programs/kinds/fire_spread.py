# task: a forest after one minute: trees "T" beside (not diagonal to) a fire "F" burn too; the forest given stays as it is
# test: assert spread([["F", "T", "T"]]) == [["F", "F", "T"]]
# test: forest = [["T", "F"]]; spread(forest); assert forest == [["T", "F"]]
# hidden: assert spread([]) == []
# hidden: assert spread([["F", ".", "T"]]) == [["F", ".", "T"]]
# hidden: assert spread([["F"], ["T"], ["T"]]) == [["F"], ["F"], ["T"]]
# hidden: assert spread([["F", "T"], ["T", "T"]]) == [["F", "F"], ["F", "T"]]


def spread(forest):
    after = [list(row) for row in forest]  #! after = list(forest)
    for y, row in enumerate(forest):
        for x, place in enumerate(row):
            if place == "T" and burns_beside(forest, x, y):
                after[y][x] = "F"
    return after


def burns_beside(forest, x, y):
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        beside_x, beside_y = x + dx, y + dy
        if 0 <= beside_y < len(forest) and 0 <= beside_x < len(forest[beside_y]):
            if forest[beside_y][beside_x] == "F":
                return True
    return False
