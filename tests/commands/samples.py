"""Faulty programs that several tests debug."""

TOTALS = """\
def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            if n > 0:
                acc += n
        out.append(acc)
    return out
"""
"""The sum is not begun anew for each row."""

MEAN = """\
# test: assert mean([2, 4]) == 3
def mean(xs):
    total = 0
    count = 1
    for x in xs:
        total += x
        count += 1
    return total / count
"""
"""The count begins at 1."""
