# task: the board after some generations of Conway's game of life
# test: assert live([[0, 1, 0], [0, 1, 0], [0, 1, 0]], 1) == [[0, 0, 0], [1, 1, 1], [0, 0, 0]]
# test: assert live([[1, 1], [1, 1]], 3) == [[1, 1], [1, 1]]
# test: assert live([[0, 0], [0, 0]], 2) == [[0, 0], [0, 0]]


def neighbours(grid, row, column):
    count = 0
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            if down == 0 and across == 0:
                continue
            y, x = row + down, column + across
            if 0 <= y < len(grid) and 0 <= x < len(grid[0]):
                count += grid[y][x]
    return count


def tick(grid):
    after = [list(row) for row in grid]  #! after = grid
    for row in range(len(grid)):
        for column in range(len(grid[0])):
            near = neighbours(grid, row, column)
            if grid[row][column] == 1:
                after[row][column] = 1 if near in (2, 3) else 0
            elif near == 3:
                after[row][column] = 1
    return after


def live(grid, times):
    for _ in range(times):
        grid = tick(grid)
    return grid
