# task: how long a heater was on: it goes on below 18 degrees and off above 21, one reading a minute
class Heater:
    def __init__(self, low=18, high=21):
        self.low = low
        self.high = high
        self.on = False
        self.minutes = 0

    def feel(self, degrees):
        if self.on and degrees > self.high:
            self.on = False
        elif not self.on and degrees < self.low:
            self.on = True
        if self.on:
            self.minutes += 1


def minutes_on(readings, low=18, high=21):
    heater = Heater(low, high)  #! heater = Heater(high, low)
    for degrees in readings:
        heater.feel(degrees)
    return heater.minutes


assert minutes_on([20, 20]) == 0
assert minutes_on([17, 19, 20, 22, 20]) == 3
