# task: the size of the largest island of a map, where cells touch by their sides
# test: assert largest(["###", "...", ".#."]) == 3
# test: assert largest(["#.#", "..."]) == 1
# test: assert largest(["..", ".."]) == 0


def flood(cells, start):
    size = 0
    todo = [start]
    while todo:
        row, column = todo.pop()
        if (row, column) not in cells:
            continue
        cells.remove((row, column))
        size += 1
        todo += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return size


def land(rows):
    return {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "#"}


def largest(rows):
    cells = land(rows)
    best = 0
    while cells:
        size = flood(cells, min(cells))
        best = max(best, size)  #! best = size
    return best
