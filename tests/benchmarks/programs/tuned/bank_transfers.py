# task: the balances of accounts after transfers with a fee of 1, refused where the money is short
# test: assert after({"ann": 50, "bob": 10}, [("ann", "bob", 20), ("bob", "ann", 5)]) == {"ann": 34, "bob": 24}
# test: assert after({"ann": 5, "bob": 0}, [("bob", "ann", 1)]) == {"ann": 5, "bob": 0}


class Account:
    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self.history = []

    def withdraw(self, amount):
        if amount > self.balance:
            return False
        self.balance -= amount
        self.history.append(-amount)
        return True

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)


class Bank:
    FEE = 1

    def __init__(self, balances):
        self.accounts = {name: Account(name, money) for name, money in balances.items()}

    def transfer(self, giver, taker, amount):
        source, target = self.accounts[giver], self.accounts[taker]
        if source.withdraw(amount + self.FEE):
            target.deposit(amount)  #! source.deposit(amount)


def after(balances, transfers):
    bank = Bank(balances)
    for giver, taker, amount in transfers:
        bank.transfer(giver, taker, amount)
    return {name: account.balance for name, account in bank.accounts.items()}
