# task: a timer that is told of seconds that pass and gives the time of each lap when lap() is called
# test: t = LapTimer(); t.tick(5); assert t.lap() == 5
# test: t = LapTimer(); t.tick(5); t.lap(); t.tick(3); t.lap(); assert t.laps == [5, 3]
# hidden: t = LapTimer(); t.tick(2); t.tick(2); t.lap(); t.tick(1); assert t.lap() == 1
# hidden: t = LapTimer(); t.tick(4); t.lap(); t.lap(); assert t.laps == [4, 0]
# hidden: t = LapTimer(); t.tick(4); t.lap(); t.tick(9); t.lap(); t.tick(2); t.lap(); assert t.fastest() == 2
# hidden: assert LapTimer().fastest() is None


class LapTimer:
    def __init__(self):
        self.laps = []
        self.current = 0

    def tick(self, seconds):
        self.current += seconds

    def lap(self):
        self.laps.append(self.current)
        self.current = 0  #!
        return self.laps[-1]

    def fastest(self):
        if not self.laps:
            return None
        return min(self.laps)
