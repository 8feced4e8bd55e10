# task: a minesweeper field from its size and the mines (row, column): "*" for a mine, else the number of mines around
# test: assert field(1, 2, [(0, 0)]) == ["*1"]
# test: assert field(2, 2, [(0, 0)]) == ["*1", "11"]
# test: assert field(1, 1, []) == ["0"]
# hidden: assert field(3, 3, [(1, 1)]) == ["111", "1*1", "111"]
# hidden: assert field(3, 4, [(0, 0), (2, 1)]) == ["*100", "2210", "1*10"]
# hidden: assert field(2, 2, [(0, 0), (1, 1)]) == ["*2", "2*"]
# hidden: assert field(2, 3, []) == ["000", "000"]


def field(rows, columns, mines):
    counts = [[0] * columns for _ in range(rows)]  #! counts = [[0] * columns] * rows
    for row, column in mines:
        for r in range(max(row - 1, 0), min(row + 2, rows)):
            for c in range(max(column - 1, 0), min(column + 2, columns)):
                counts[r][c] += 1
    lines = []
    for r in range(rows):
        line = ""
        for c in range(columns):
            line += "*" if (r, c) in mines else str(counts[r][c])
        lines.append(line)
    return lines
