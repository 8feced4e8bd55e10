# task: turn a picture, a list of rows, by a quarter to the right
# test: assert turn(["ab", "cd"]) == ["ca", "db"]
# test: assert turn(["abc"]) == ["a", "b", "c"]
# hidden: assert turn([]) == []
# hidden: assert turn(["a", "b", "c"]) == ["cba"]
# hidden: assert turn(["abc", "def"]) == ["da", "eb", "fc"]
# hidden: assert turn(turn(["xy", "zw"])) == ["wz", "yx"]


def turn(picture):
    if not picture:
        return []
    height = len(picture)
    width = len(picture[0])
    turned = []
    for column in range(width):
        row = ""
        for line in range(height):
            row += picture[height - 1 - line][column]  #! row += picture[line][width - 1 - column]
        turned.append(row)
    return turned
