# task: lamps that are all off; each command "on a b", "off a b" or "flip a b" is for the lamps from a to b; how many are on
# test: assert lit(5, ["on 0 2"]) == 3
# test: assert lit(5, ["on 0 4", "off 1 2"]) == 3
# test: assert lit(3, ["on 0 0", "flip 0 2"]) == 2
# hidden: assert lit(4, []) == 0
# hidden: assert lit(4, ["flip 1 2", "flip 2 3"]) == 2
# hidden: assert lit(10, ["on 0 9", "flip 3 5", "off 0 1"]) == 5


def lit(count, commands):
    lamps = [False] * count
    for command in commands:
        what, first, last = command.split()
        for place in range(int(first), int(last) + 1):
            if what == "on":
                lamps[place] = True
            elif what == "off":
                lamps[place] = False
            else:
                lamps[place] = not lamps[place]  #! lamps[place] = not lamps[first]
    return sum(lamps)
