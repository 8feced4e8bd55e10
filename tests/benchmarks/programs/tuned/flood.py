# task: the picture after filling the area around a cell with a colour
# test: assert filled(["aab", "abb"], 0, 0, "x") == ["xxb", "xbb"]
# test: assert filled(["a"], 0, 0, "a") == ["a"]


def around(x, y, width, height):
    for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
        if 0 <= x + dx < width and 0 <= y + dy < height:
            yield x + dx, y + dy


def filled(rows, x, y, colour):
    grid = [list(row) for row in rows]
    old = grid[y][x]
    todo = [(x, y)] if old != colour else []
    while todo:
        x, y = todo.pop()
        grid[y][x] = colour
        for ax, ay in around(x, y, len(grid[0]), len(grid)):
            if grid[ay][ax] == old:  #! if grid[ay][ax] != colour:
                todo.append((ax, ay))
    return ["".join(row) for row in grid]
