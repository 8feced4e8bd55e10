# task: where a robot stands after its orders: l and r turn, f goes on, walls stop it
# test: assert walk("ffrff", set()) == (2, 2)
# test: assert walk("lf", set()) == (-1, 0)
# test: assert walk("ff", {(0, 2)}) == (0, 1)

TURNS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Robot:
    def __init__(self, walls):
        self.x, self.y = 0, 0
        self.heading = 0
        self.walls = walls

    def left(self):
        self.heading = (self.heading - 1) % 4  #! self.heading = (self.heading + 1) % 4

    def right(self):
        self.heading = (self.heading + 1) % 4

    def forward(self):
        dx, dy = TURNS[self.heading]
        target = (self.x + dx, self.y + dy)
        if target not in self.walls:
            self.x, self.y = target


def walk(orders, walls):
    robot = Robot(walls)
    for order in orders:
        if order == "l":
            robot.left()
        elif order == "r":
            robot.right()
        else:
            robot.forward()
    return robot.x, robot.y
