# task: the highest places of a ball on each of some bounces, in a simulation of small steps
# test: assert peaks(3, 16) == [16, 8, 4]
# test: assert peaks(1, 5) == [5]


class Ball:
    def __init__(self, height):
        self.height = height
        self.top = height
        self.rising = False

    def step(self):
        if self.rising:
            self.height += 1
            if self.height >= self.top:
                self.rising = False
                return True
        else:
            self.height -= 1
            if self.height <= 0:
                self.bounce()
        return False

    def bounce(self):
        self.rising = True
        self.height = 0
        self.top = self.top // 2  #! self.top = self.top - 6


def peaks(count, height):
    ball = Ball(height)
    found = [height]
    while len(found) < count:
        if ball.step():
            found.append(ball.height)
    return found
