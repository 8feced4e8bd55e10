# task: paths from corner to corner of a grid, right and down only, around walls
# test: assert paths(["..", ".."]) == 2
# test: assert paths(["...", ".#.", "..."]) == 2
def paths(grid):
    known = {}
    def count(y, x):
        if y >= len(grid) or x >= len(grid[0]) or grid[y][x] == "#":  #! if y >= len(grid) or x >= len(grid[0]):
            return 0
        if (y, x) == (len(grid) - 1, len(grid[0]) - 1):
            return 1
        if (y, x) not in known:
            known[y, x] = count(y + 1, x) + count(y, x + 1)  #! known[y, x] = count(y + 1, x)
        return known[y, x]
    return count(0, 0)  #! return count(0, 1)
