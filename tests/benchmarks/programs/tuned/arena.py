# task: a fight in turns: who is left, with how much health; armour takes from each blow, at least 1 is lost
# test: assert fight([("orc", 10, 4, 1), ("elf", 8, 5, 2)]) == ("elf", 2)
# test: assert fight([("rat", 3, 1, 0), ("cat", 9, 6, 1)]) == ("cat", 8)
from dataclasses import dataclass


@dataclass
class Fighter:
    name: str
    health: int
    attack: int
    armour: int

    @property
    def alive(self):
        return self.health > 0

    def hit(self, other):
        damage = max(1, self.attack - other.armour)  #! damage = max(1, self.attack - self.armour)
        other.health -= damage
        return damage


def fight(rows):
    one, two = (Fighter(*row) for row in rows)
    attacker, defender = one, two
    while one.alive and two.alive:
        attacker.hit(defender)
        attacker, defender = defender, attacker
    winner = one if one.alive else two
    return winner.name, winner.health
