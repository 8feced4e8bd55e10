# task: a chain of cells the other way round
# test: assert as_list(turned(chain([1, 2, 3]))) == [3, 2, 1]
# test: assert as_list(turned(None)) == []
# hidden: assert as_list(turned(chain([1]))) == [1]
# hidden: assert as_list(turned(chain(["a", "b"]))) == ["b", "a"]
class Cell:
    def __init__(self, value, after=None):
        self.value = value
        self.after = after


def chain(values):
    first = None
    for value in reversed(values):
        first = Cell(value, first)
    return first


def as_list(cell):
    values = []
    while cell is not None:
        values.append(cell.value)
        cell = cell.after
    return values


def turned(cell):
    before = None
    while cell is not None:
        after = cell.after
        cell.after = before
        before = cell  #!
        cell = after
    return before
