# task: in each step a cell of a row becomes 1 when exactly one of its neighbours was 1, else 0; the row after some steps
# test: assert after([0, 1, 0], 1) == [1, 0, 1]
# test: assert after([1, 1, 0], 0) == [1, 1, 0]
# test: assert after([0, 0, 1, 0, 0], 2) == [1, 0, 0, 0, 1]
# hidden: assert after([0, 0, 0], 5) == [0, 0, 0]
# hidden: assert after([1, 0, 0, 0], 1) == [0, 1, 0, 0]
# hidden: assert after([1, 1, 1], 1) == [1, 0, 1]
# hidden: r = [1, 0]; after(r, 1); assert r == [1, 0]


def after(row, steps):
    cells = list(row)
    for _ in range(steps):
        before = list(cells)  #! before = cells
        for i in range(len(cells)):
            left = before[i - 1] if i > 0 else 0
            right = before[i + 1] if i + 1 < len(before) else 0
            cells[i] = 1 if left + right == 1 else 0
    return cells
