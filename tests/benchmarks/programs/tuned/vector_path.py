# task: the distance from the start after turns and moves, in whole cells (sum of both directions)
# test: assert distance("R2 L3 L1") == 4
# test: assert distance("L5") == 5


class Walker:
    def __init__(self):
        self.x = self.y = 0
        self.dx, self.dy = 0, 1

    def turn(self, side):
        if side == "R":
            self.dx, self.dy = self.dy, -self.dx
        else:
            self.dx, self.dy = -self.dy, self.dx  #! self.dx, self.dy = self.dy, self.dx

    def go(self, count):
        self.x += self.dx * count
        self.y += self.dy * count


def distance(path):
    walker = Walker()
    for part in path.split():
        walker.turn(part[0])
        walker.go(int(part[1:]))
    return abs(walker.x) + abs(walker.y)
