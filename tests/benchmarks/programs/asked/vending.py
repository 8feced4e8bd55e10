# task: the coins given back, largest first
# test: assert change(67) == [50, 10, 5, 2]
class Vending:
    COINS = (50, 20, 10, 5, 2, 1)  #! COINS = (50, 20, 5, 2, 1)
    def __init__(self, amount):
        self.left = amount
    def next_coin(self):
        for coin in self.COINS:
            if coin <= self.left:
                self.left -= coin  #! self.left -= 1
                return coin
        return 0
def change(amount):
    machine, coins = Vending(amount), []
    while machine.left > 0:
        coins.append(machine.next_coin())
    return coins
