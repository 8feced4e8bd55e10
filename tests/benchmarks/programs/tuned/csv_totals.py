# task: the totals of each column of a table of numbers given as text; empty cells count 0
# test: assert totals("1,2\n3,,5\n,4") == [4, 6, 5]
# test: assert totals("7") == [7]


def parse_row(row):
    return [int(cell) if cell else 0 for cell in row.split(",")]


def widen(sums, width):
    while len(sums) < width:
        sums.append(0)  #! sums.append(1)


def totals(text):
    sums = []
    for row in text.split("\n"):
        cells = parse_row(row)
        widen(sums, len(cells))
        for place, cell in enumerate(cells):
            sums[place] += cell
    return sums
