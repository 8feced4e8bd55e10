# task: the cells of a snake after some moves; it grows on apples
# test: assert walk("RRD", {(1, 0)}) == [(2, 1), (2, 0)]
# test: assert walk("R", set()) == [(1, 0)]


STEPS = {"R": (1, 0), "L": (-1, 0), "U": (0, -1), "D": (0, 1)}


class Snake:
    def __init__(self):
        self.cells = [(0, 0)]

    def head(self):
        return self.cells[0]

    def move(self, direction, grows):
        dx, dy = STEPS[direction]
        x, y = self.head()
        self.cells.insert(0, (x + dx, y + dy))
        if not grows:
            self.cells.pop()  #! self.cells.pop(0)


def walk(path, apples):
    snake = Snake()
    for direction in path:
        dx, dy = STEPS[direction]
        x, y = snake.head()
        ahead = (x + dx, y + dy)
        snake.move(direction, ahead in apples)
    return snake.cells
