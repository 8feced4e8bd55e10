# task: seats for groups that want to sit side by side: the first row with enough seats
# test: assert seat([".x..", "...."], [2, 3, 2]) == [(0, 2), (1, 0), None]
# test: assert seat(["xx"], [1]) == [None]


def gap(row, size):
    run = 0
    for place, mark in enumerate(row):
        run = run + 1 if mark == "." else 0  #! run = run + 1 if mark == "." else run
        if run == size:
            return place - size + 1
    return None


def take(row, start, size):
    return row[:start] + "x" * size + row[start + size :]


def seat(rows, groups):
    rows = list(rows)
    given = []
    for size in groups:
        chosen = None
        for number, row in enumerate(rows):
            start = gap(row, size)
            if start is not None:
                chosen = (number, start)
                rows[number] = take(row, start, size)
                break
        given.append(chosen)
    return given
