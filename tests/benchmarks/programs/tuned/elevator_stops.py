# task: the floors passed by a lift that serves calls upwards first, then downwards
# test: assert passed(2, [5, 1, 3]) == 3 + 4
# test: assert passed(4, [4]) == 0


def split(here, calls):
    up = sorted(call for call in calls if call >= here)
    down = sorted((call for call in calls if call < here), reverse=True)
    return up, down


class Lift:
    def __init__(self, floor):
        self.floor = floor
        self.moved = 0

    def go(self, floor):
        self.moved += abs(floor - self.floor)
        self.floor = floor  #!


def passed(start, calls):
    lift = Lift(start)
    up, down = split(start, calls)
    for floor in up + down:
        lift.go(floor)
    return lift.moved
