# task: place and lowest place after a walk that a small generator decides
# test: assert walk(7, 200) == (100, 0)
# test: assert walk(1, 0) == (0, 0)
# test: assert walk(3, 5) == (-5, -5)


class Generator:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103 + 12345) % 1023  #! self.state = (self.state * 1103 + 12345) % 1024
        return self.state


def direction(number):
    if number % 3 == 0:
        return -1
    if number % 3 == 1:
        return 1
    return 0


def walk(seed, steps):
    generator = Generator(seed)
    place = lowest = 0
    for _ in range(steps):
        place += direction(generator.next())
        if place < lowest:
            lowest = place
    return place, lowest
