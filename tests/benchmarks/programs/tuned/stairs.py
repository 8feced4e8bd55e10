# task: in how many ways stairs can be climbed with steps of 1 or 2, some stairs being broken
# test: assert ways(4, {2}) == 1
# test: assert ways(3, set()) == 3
# test: assert ways(5, {3}) == 2


def ways(count, broken):
    table = [0] * (count + 1)
    table[0] = 1
    for stair in range(1, count + 1):
        if stair in broken:
            continue  #! table[stair] = 1
        table[stair] = table[stair - 1]
        if stair >= 2:
            table[stair] += table[stair - 2]
    return table[count]
