# task: where a lift ends, and how many floors it moved up or down, after serving calls in turn
# test: assert ride([3, 1, 5], 8) == (5, 9)
# test: assert ride([], 8) == (0, 0)
# test: assert ride([2], 8) == (2, 2)


class Lift:
    def __init__(self, floors):
        self.floors = floors
        self.at = 0
        self.moved = 0

    def go(self, floor):
        if floor > self.floors:
            return False
        while self.at != floor:
            if self.at < floor:
                self.at += 1
            else:
                self.at -= 1
                #! self.moved -= 1
            self.moved += 1
        return True


def ride(calls, floors):
    lift = Lift(floors)
    for call in calls:
        lift.go(call)
    return lift.at, lift.moved
