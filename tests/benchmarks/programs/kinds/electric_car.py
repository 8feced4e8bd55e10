# task: cars that count their kilometres; an electric one also uses its battery and goes no further than that allows
# test: e = Electric("Zoe", 50); e.drive(30); assert (e.kilometres, e.battery) == (30, 20)
# test: e = Electric("Zoe", 50); e.drive(60); assert (e.kilometres, e.battery) == (50, 0)
# test: c = Car("Polo"); c.drive(8); assert c.kilometres == 8
# hidden: assert Electric("Leaf", 9).name == "Leaf"
# hidden: c = Car("Golf"); c.drive(70); assert c.kilometres == 70
# hidden: f = Electric("Ion", 0); f.drive(5); assert f.kilometres == 0
# hidden: g = Electric("Up", 10); g.drive(4); g.drive(4); assert (g.kilometres, g.battery) == (8, 2)


class Car:
    def __init__(self, name):
        self.name = name
        self.kilometres = 0

    def drive(self, distance):
        self.kilometres += distance


class Electric(Car):
    def __init__(self, name, battery):
        super().__init__(name)  #!
        self.battery = battery

    def drive(self, distance):
        distance = min(distance, self.battery)
        super().drive(distance)
        self.battery -= distance
