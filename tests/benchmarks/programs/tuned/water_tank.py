# task: how much water overflows from a chain of tanks of given sizes
# test: assert overflow([3, 2], [4, 1, 3]) == 3
# test: assert overflow([5], [1, 1]) == 0


class Tank:
    def __init__(self, size):
        self.size = size
        self.level = 0

    def pour(self, amount):
        self.level += amount
        if self.level > self.size:
            spilled = self.level - self.size
            self.level = self.size  #!
            return spilled
        return 0


def overflow(sizes, rains):
    tanks = [Tank(size) for size in sizes]
    lost = 0
    for rain in rains:
        water = rain
        for tank in tanks:
            water = tank.pour(water)
        lost += water
    return lost
