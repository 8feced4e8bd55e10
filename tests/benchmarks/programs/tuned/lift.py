# task: the floors at which a lift stops: it goes on in its direction while there are calls there, then turns
# test: assert stops(2, [5, 1, 3]) == [3, 5, 1]
# test: assert stops(0, []) == []
# test: assert stops(4, [1, 2]) == [2, 1]


class Lift:
    def __init__(self, floor):
        self.floor = floor
        self.step = 1
        self.calls = set()
        self.log = []

    def ahead(self):
        return [call for call in self.calls if (call - self.floor) * self.step > 0]

    def move(self):
        if not self.ahead():
            self.step = -self.step
            return
        self.floor += self.step
        if self.floor in self.calls:
            self.calls.discard(self.floor)
            self.log.append(self.floor)


def stops(floor, calls):
    lift = Lift(floor)
    for call in calls:
        lift.calls.add(call)  #! lift.calls = {call}
    while lift.calls:
        lift.move()
    return lift.log
