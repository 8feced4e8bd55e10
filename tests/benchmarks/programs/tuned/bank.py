# task: the closing balance of two accounts that begin with 100, where a move may be refused
# test: assert closing([("a", 50), ("b", 20), ("a", -30)]) == {"a": 120, "b": 120}
# test: assert closing([]) == {"a": 100, "b": 100}
# test: assert closing([("a", -200), ("b", 5)]) == {"a": 100, "b": 105}


class Account:
    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self.history = []

    def change(self, amount):
        if self.balance + amount < 0:
            self.history.append("refused")
            return False
        self.balance = self.balance + amount
        self.history.append(amount)
        return True


def opened(names):
    accounts = {}
    first = Account("a", 100)
    for name in names:
        accounts[name] = Account(name, 100)  #! accounts[name] = first
    return accounts


def closing(moves):
    accounts = opened(["a", "b"])
    refused = 0
    for name, amount in moves:
        if not accounts[name].change(amount):
            refused += 1
    return {name: account.balance for name, account in accounts.items()}
