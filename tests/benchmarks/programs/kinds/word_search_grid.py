# task: where a word stands in a grid: (row, column, "across" or "down"), those across first; None if nowhere
# test: assert find(["catx", "oxxx", "gxxx"], "cat") == (0, 0, "across")
# test: assert find(["catx", "oxxx", "gxxx"], "cog") == (0, 0, "down")
# test: assert find(["ab", "cd"], "zz") is None
# hidden: assert find(["xxcat"], "cat") == (0, 2, "across")
# hidden: assert find(["xd", "xo", "xg"], "dog") == (0, 1, "down")
# hidden: assert find(["ab", "cd"], "d") == (1, 1, "across")
# hidden: assert find(["ab"], "abc") is None
# hidden: assert find(["xxxx", "xxon"], "on") == (1, 2, "across")


def place_in(line, word):
    for start in range(len(line) - len(word) + 1):  #! for start in range(len(line) - len(word)):
        if line[start : start + len(word)] == word:
            return start
    return None


def find(grid, word):
    for number, row in enumerate(grid):
        start = place_in(row, word)
        if start is not None:
            return number, start, "across"
    for number in range(len(grid[0])):
        start = place_in("".join(row[number] for row in grid), word)
        if start is not None:
            return start, number, "down"
    return None
