# task: the speed of the last of a chain of gears with the given teeth, the first turning at 60
# test: assert speeds([20, 40, 10]) == [60.0, -30.0, 120.0]
# test: assert speeds([8]) == [60.0]


class Gear:
    def __init__(self, teeth, before=None):
        self.teeth = teeth
        self.before = before

    def speed(self):
        if self.before is None:
            return 60.0
        return -self.before.speed() * self.before.teeth / self.teeth  #! return -self.before.speed() * self.teeth / self.before.teeth


def speeds(teeth):
    gears = []
    last = None
    for count in teeth:
        last = Gear(count, last)
        gears.append(last)
    return [gear.speed() for gear in gears]
