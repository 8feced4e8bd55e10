# task: a table as text: every column as wide as its longest cell, cells filled up on the right, " | " between them
# test: assert table([["a", "b"]]) == "a | b"
# test: assert table([["name", "age"], ["Al", "7"]]) == "name | age\nAl   | 7  "
# hidden: assert table([["x"], ["long"], ["mid"]]) == "x   \nlong\nmid "
# hidden: assert table([["1", "22", "333"], ["333", "22", "1"]]) == "1   | 22 | 333\n333 | 22 | 1  "
# hidden: assert table([["", "ab"]]) == " | ab"


def table(rows):
    widths = [0] * len(rows[0])
    for row in rows:
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], len(cell))  #! widths[column] = max(widths[column], len(row))
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths)]
        lines.append(" | ".join(cells))
    return "\n".join(lines)
