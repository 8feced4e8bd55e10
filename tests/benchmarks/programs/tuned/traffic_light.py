# task: the colours of a traffic light for some seconds: green 3, yellow 1, red 2
# test: assert "".join(colours(8)) == "gggyrrgg"
# test: assert "".join(colours(2)) == "gg"


PHASES = ["g", "y", "r"]
LASTS = {"g": 3, "y": 1, "r": 2}


class Light:
    def __init__(self):
        self.phase = 0
        self.left = LASTS["g"]

    def colour(self):
        return PHASES[self.phase]

    def tick(self):
        self.left -= 1
        if self.left == 0:
            self.phase = (self.phase + 1) % len(PHASES)
            self.left = LASTS[self.colour()]  #! self.left = LASTS["g"]


def colours(seconds):
    light = Light()
    seen = []
    for _ in range(seconds):
        seen.append(light.colour())
        light.tick()
    return seen
