# task: the first row with `count` free seats side by side, and the number of the first of them, from 1; None if there is none
# test: assert seats(["..x.", "x...", "...."], 3) == (2, 2)
# test: assert seats(["x.", ".."], 2) == (2, 1)
# test: assert seats(["xx"], 1) is None


def run_of(row, count):
    free = 0
    for place, seat in enumerate(row):
        if seat == ".":
            free += 1
        else:
            free = 0  #! free -= 1
        if free == count:
            return place - count + 2
    return 0


def seats(rows, count):
    for number, row in enumerate(rows, 1):
        first = run_of(row, count)
        if first:
            return number, first
    return None
