# task: the cheapest way through a grid from the top to the bottom, each step down or down to the right
# test: assert cheapest([[1, 9, 9], [5, 1, 9], [9, 9, 2]]) == 4
# test: assert cheapest([[3]]) == 3


def cost(grid, y, x, memo):
    if y == len(grid):
        return 0
    if x >= len(grid[0]):
        return 1000
    if (y, x) not in memo:
        memo[y, x] = grid[y][x] + min(cost(grid, y + 1, x, memo), cost(grid, y + 1, x + 1, memo))  #! memo[y, x] = grid[y][x] + min(cost(grid, y + 1, x, memo), cost(grid, y + 1, x, memo))
    return memo[y, x]


def cheapest(grid):
    return min(cost(grid, 0, x, {}) for x in range(len(grid[0])))
