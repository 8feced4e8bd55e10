# task: accounts that refuse to be overdrawn, and a transfer between them
# test: assert move(100, 30, 50) == (50, 80)
# test: assert move(100, 30, 500) == (100, 30)
class Overdrawn(Exception):
    pass
class Account:
    def __init__(self, amount):
        self.amount = amount
    def take(self, amount):
        if amount > self.amount:  #! if amount < self.amount:
            raise Overdrawn(amount)
        self.amount -= amount
    def give(self, amount):
        self.amount += amount  #! self.amount = amount
def move(first, second, amount):
    one, other = Account(first), Account(second)
    try:
        one.take(amount)
        other.give(amount)  #! other.give(-amount)
    except Overdrawn:
        pass
    return one.amount, other.amount
