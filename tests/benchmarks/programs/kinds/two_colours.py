# task: whether the rooms of a house can be painted in two colours so that no two rooms with a door between have the same
# test: assert two_colours({"hall": ["kitchen"], "kitchen": ["hall"]})
# test: assert not two_colours({1: [2, 5], 2: [1, 3], 3: [2, 4], 4: [3, 5], 5: [4, 1]})
# test: assert two_colours({1: [2, 4], 2: [1, 3], 3: [2, 4], 4: [3, 1]})
# hidden: assert two_colours({})
# hidden: assert two_colours({1: [], 2: [3], 3: [2]})
# hidden: assert not two_colours({1: [2, 3], 2: [1, 3], 3: [1, 2]})
# hidden: assert not two_colours({n: [(n - 1) % 7, (n + 1) % 7] for n in range(7)})
# hidden: assert two_colours({1: [2], 2: [1, 3], 3: [2, 4], 4: [3]})


def two_colours(doors):
    colours = {}
    for start in doors:
        if start in colours:
            continue
        colours[start] = 0
        stack = [start]
        while stack:
            room = stack.pop()
            for other in doors[room]:
                if other not in colours:
                    colours[other] = 1 - colours[room]  #! colours[other] = 1 + colours[room]
                    stack.append(other)
                elif colours[other] == colours[room]:
                    return False
    return True
