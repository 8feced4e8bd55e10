# task: temperature and minutes of heating with a heater that switches at one degree around 20
# test: assert simulate(15.0, 40) == (19.0, 16)
# test: assert simulate(25.0, 5) == (22.5, 0)
# test: assert simulate(20.0, 1) == (19.5, 0)


class Heater:
    target = 20.0

    def __init__(self):
        self.on = False
        self.used = 0

    def decide(self, temperature):
        if temperature < self.target - 1:
            self.on = True
        elif temperature > self.target + 1:
            self.on = False  #! self.on = True

    def effect(self):
        if self.on:
            self.used += 1
            return 1.0
        return -0.5


def simulate(temperature, minutes):
    heater = Heater()
    for _ in range(minutes):
        heater.decide(temperature)
        temperature += heater.effect()
    return temperature, heater.used
