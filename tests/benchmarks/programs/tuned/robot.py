# task: where a robot stands and looks after its orders: L, R turn, a number moves it so far
# test: assert drive("2 R 3") == (3, 2, "E")
# test: assert drive("L 1 L 1") == (-1, -1, "S")
# test: assert drive("R R 4") == (0, -4, "S")

WAYS = "NESW"
MOVES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class Robot:
    def __init__(self):
        self.x = 0
        self.y = 0
        self.way = 0

    def turn(self, order):
        if order == "R":
            self.way += 1
        else:
            self.way -= 1
        self.way = self.way % 4

    def move(self, far):
        dx, dy = MOVES[WAYS[self.way]]
        self.x += dx * far
        self.y += dy * far  #! self.y = dy * far


def drive(orders):
    robot = Robot()
    for order in orders.split():
        if order in "LR":
            robot.turn(order)
        else:
            robot.move(int(order))
    return robot.x, robot.y, WAYS[robot.way]
