# task: the seconds left of two players after some moves, each move adding a bonus
# test: assert clocks(100, 5, [10, 20, 30]) == [70, 85]
# test: assert clocks(50, 0, []) == [50, 50]


class Clock:
    def __init__(self, seconds, bonus):
        self.left = [seconds, seconds]
        self.bonus = bonus
        self.player = 0

    def move(self, used):
        self.left[self.player] -= used
        self.left[self.player] += self.bonus
        self.swap()  #!

    def swap(self):
        self.player = 1 - self.player


def clocks(seconds, bonus, moves):
    clock = Clock(seconds, bonus)
    for used in moves:
        clock.move(used)
    return clock.left
