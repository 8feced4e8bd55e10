# task: a step counter with a daily goal: all steps since the start of the day, whether the goal is reached, and a new day
# test: p = Pedometer(100); assert not p.reached()
# test: p = Pedometer(100); p.walk(60); p.walk(50); assert p.steps == 110
# hidden: p = Pedometer(10); p.walk(10); assert p.reached()
# hidden: p = Pedometer(10); p.walk(9); p.new_day(); p.walk(5); assert (p.steps, p.reached()) == (5, False)
# hidden: p = Pedometer(5); p.walk(6); p.new_day(); p.walk(1); p.new_day(); assert p.days == [6, 1]
class Pedometer:
    def __init__(self, goal):
        self.goal = goal
        self.steps = 0
        self.days = []

    def walk(self, count):
        self.steps = self.steps + count  #! steps = self.steps + count

    def reached(self):
        return self.steps >= self.goal

    def new_day(self):
        self.days.append(self.steps)
        self.steps = 0
