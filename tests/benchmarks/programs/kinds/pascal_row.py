# task: row n, from 0, of Pascal's triangle
# test: assert row(0) == [1]
# test: assert row(2) == [1, 2, 1]
# test: assert row(3) == [1, 3, 3, 1]
# hidden: assert row(1) == [1, 1]
# hidden: assert row(5) == [1, 5, 10, 10, 5, 1]


def row(n):
    line = [1]
    for _ in range(n):
        line = [1] + [line[i] + line[i + 1] for i in range(len(line) - 1)] + [1]  #! line = [1] + [line[i] + line[i + 1] for i in range(len(line) - 1)]
    return line
