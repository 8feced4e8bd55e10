# task: the points of two players who roll in turn; doubles roll again
# test: assert play([(1, 2), (3, 3), (4, 1), (2, 5), (1, 1)]) == [10, 13]
# test: assert play([(1, 1), (2, 3)]) == [7, 0]


class Player:
    def __init__(self):
        self.points = 0

    def score(self, dice):
        self.points += sum(dice)
        return dice[0] == dice[1]


def play(rolls):
    players = [Player(), Player()]
    turn = 0
    for dice in rolls:
        again = players[turn].score(dice)
        if not again:
            turn = 1 - turn  #! turn = 1
    return [player.points for player in players]
