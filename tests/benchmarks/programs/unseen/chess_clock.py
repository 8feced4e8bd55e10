# task: a chess clock: each press takes the seconds from the player who moves, then the other player moves
# test: assert times(100, [10]) == {"white": 90, "black": 100}
# test: assert times(100, [10, 20]) == {"white": 90, "black": 80}
# test: assert times(60, [5, 5, 5]) == {"white": 50, "black": 55}
# hidden: assert times(60, []) == {"white": 60, "black": 60}
# hidden: assert times(300, [1, 2, 3, 4]) == {"white": 296, "black": 294}
# hidden: assert times(10, [4, 20, 5]) == {"white": 1, "black": 0}


class ChessClock:
    def __init__(self, seconds):
        self.left = {"white": seconds, "black": seconds}
        self.moving = "white"

    def other(self):
        return "black" if self.moving == "white" else "white"

    def press(self, seconds):
        rest = self.left[self.moving] - seconds
        self.left[self.moving] = max(rest, 0)
        self.moving = self.other()  #!


def times(seconds, presses):
    clock = ChessClock(seconds)
    for used in presses:
        clock.press(used)
    return clock.left
