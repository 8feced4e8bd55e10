# task: the map with the number of mines around each free cell
# test: assert numbered(["*..", "...", "..*"]) == ["*10", "121", "01*"]
# test: assert numbered(["..", ".*"]) == ["11", "1*"]


def mines_near(rows, r, c):
    count = 0
    for i in range(max(0, r - 1), min(len(rows), r + 2)):
        for j in range(max(0, c - 1), min(len(rows[0]), c + 2)):  #! for j in range(max(0, c - 1), min(len(rows[0]), c + 1)):
            if rows[i][j] == "*":
                count += 1
    return count


def numbered(rows):
    out = []
    for r, row in enumerate(rows):
        line = ""
        for c, cell in enumerate(row):
            line += cell if cell == "*" else str(mines_near(rows, r, c))
        out.append(line)
    return out
