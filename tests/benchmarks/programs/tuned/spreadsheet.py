# task: the value of a cell that is a sum of numbers and cells
# test: assert value_of(SHEET, "d") == 18
# test: assert value_of(SHEET, "b") == 6
# test: assert value_of({"a": "5"}, "a") == 5


SHEET = {"a": "3", "b": "a + a", "c": "b + a", "d": "c + c"}


def parts_of(formula):
    parts = []
    for part in formula.split("+"):
        parts.append(part.strip())
    return parts


def value_of(sheet, cell, known=None):
    if known is None:
        known = {}
    if cell in known:
        return known[cell]
    total = 0
    for part in parts_of(sheet[cell]):
        if part.isdigit():
            total += int(part)
        else:
            total += value_of(sheet, part, known)
        known[cell] = total  #! known[sheet[cell]] = total
    return known.get(cell, len(known))
