# task: take the first cell with a value out of a linked list of [value, rest] pairs; give the list's new head
# test: assert removed([1, [2, None]], 1) == [2, None]
# test: assert removed([1, [2, None]], 2) == [1, None]
# test: assert removed(None, 3) is None
# hidden: assert removed([1, [2, [3, None]]], 2) == [1, [3, None]]
# hidden: assert removed([1, [1, None]], 1) == [1, None]
# hidden: assert removed([4, None], 5) == [4, None]


def removed(cell, value):
    if cell is None:
        return None
    if cell[0] == value:
        return cell[1]
    return [cell[0], removed(cell[1], value)]  #! return removed(cell[1], value)
