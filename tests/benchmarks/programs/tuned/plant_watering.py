# task: which plants are watered on which day: each has a rhythm; rain counts as watering
# test: assert plan({"fern": 2, "cactus": 4}, 5, {1}) == {0: ["cactus", "fern"], 3: ["fern"]}
# test: assert plan({"fern": 3}, 4, set()) == {0: ["fern"], 3: ["fern"]}
from dataclasses import dataclass


@dataclass
class Plant:
    name: str
    every: int
    last: int = -100

    def due(self, day):
        return day - self.last >= self.every

    def water(self, day):
        self.last = day


def plan(rhythms, days, rain):
    plants = [Plant(name, every) for name, every in sorted(rhythms.items())]
    done = {}
    for day in range(days):
        for plant in plants:
            if day in rain:
                plant.water(day)  #! plant.last = 0
            elif plant.due(day):
                plant.water(day)
                done.setdefault(day, []).append(plant.name)
    return done
