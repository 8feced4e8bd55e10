# task: whether a chain of cells comes back to itself
# test: assert not loops(chain(3, None))
# test: assert loops(chain(4, 1))
# test: assert not loops(chain(2, None))
# hidden: assert loops(chain(1, 0))
# hidden: assert not loops(None)
# hidden: assert not loops(chain(1, None))
# hidden: assert loops(chain(5, 4))
class Cell:
    def __init__(self):
        self.after = None


def chain(length, back_to):
    cells = [Cell() for _ in range(length)]
    for one, other in zip(cells, cells[1:]):
        one.after = other
    if back_to is not None:
        cells[-1].after = cells[back_to]
    return cells[0]


def loops(first):
    slow = fast = first
    while fast is not None and fast.after is not None:  #! while fast.after is not None:
        slow = slow.after
        fast = fast.after.after
        if slow is fast:
            return True
    return False
