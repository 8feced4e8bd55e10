# task: a markdown table as a list of dicts; empty cells are None
# test: assert table("| a | b |\n|---|---|\n| 1 |  |\n| 2 | x |") == [{"a": "1", "b": None}, {"a": "2", "b": "x"}]
# test: assert table("| k |\n|---|") == []


def cells(line):
    inner = line.strip().strip("|")
    return [part.strip() for part in inner.split("|")]


def table(text):
    lines = text.splitlines()
    names = cells(lines[0])
    rows = []
    for line in lines[2:]:  #! for line in lines[1:]:
        values = [value or None for value in cells(line)]
        rows.append(dict(zip(names, values)))
    return rows
