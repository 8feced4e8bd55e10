# task: the sizes of the islands of a map, largest first
# test: assert sizes(["##..", "#..#", "...#"]) == [3, 2]
# test: assert sizes(["....", ".#.."]) == [1]
# test: assert sizes(["...#", "..##"]) == [3]


def inside(rows, y, x):
    return 0 <= y < len(rows) and 0 <= x < len(rows[0])  #! return 0 <= y < len(rows) and 0 <= x < len(rows)


def around(y, x):
    return [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]


def fill(rows, y, x, seen):
    todo = [(y, x)]
    size = 0
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        size += 1
        for ny, nx in around(*here):
            if inside(rows, ny, nx) and rows[ny][nx] == "#":
                todo.append((ny, nx))
    return size


def sizes(rows):
    seen = set()
    found = []
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell == "#" and (y, x) not in seen:
                found.append(fill(rows, y, x, seen))
    return sorted(found, reverse=True)
