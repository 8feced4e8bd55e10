# task: the fields of a grid as a plough meets them: the first row from the left, the next from the right, and so on
# test: assert furrows(["ab", "cd"]) == ["a", "b", "d", "c"]
# test: assert furrows(["a", "b", "c"]) == ["a", "b", "c"]
# hidden: assert furrows([]) == []
# hidden: assert furrows([[1, 2, 3]]) == [1, 2, 3]
# hidden: assert furrows([[1, 2], [3, 4], [5, 6]]) == [1, 2, 4, 3, 5, 6]
# hidden: assert furrows(["abc", "def", "ghi", "jkl"]) == list("abcfedghilkj")


def furrows(grid):
    path = []
    to_the_right = True
    for row in grid:
        step = 1 if to_the_right else -1  #! step = -1 if to_the_right else 1
        for field in row[::step]:
            path.append(field)
        to_the_right = not to_the_right
    return path
