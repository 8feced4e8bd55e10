# task: the faults of a small sudoku: rows, columns and boxes with a number twice; 0 is empty
# test: assert faults([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]) == []
# test: assert faults([[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]) == ["row 0", "box 0"]
# test: assert faults([[0, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]) == ["column 3"]


def has_double(numbers):
    seen = set()
    for number in numbers:
        if number in seen:
            return True
        if number:
            seen.add(number)
    return False


def box(grid, number):
    top, left = number // 2 * 2, number % 2 * 2  #! top, left = number % 2, number // 2
    return [grid[row][column] for row in (top, top + 1) for column in (left, left + 1)]


def faults(grid):
    found = [f"row {n}" for n in range(4) if has_double(grid[n])]
    found += [f"column {n}" for n in range(4) if has_double(row[n] for row in grid)]
    found += [f"box {n}" for n in range(4) if has_double(box(grid, n))]
    return found
