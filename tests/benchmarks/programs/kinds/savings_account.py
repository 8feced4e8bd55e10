# task: accounts with interest; each account has a history of its own
# test: assert history_after([("a", 100)]) == {"a": [100]}
# test: assert history_after([("a", 100), ("b", 50)]) == {"a": [100], "b": [50]}
# hidden: assert history_after([("a", 1), ("a", 2)]) == {"a": [1, 3]}
# hidden: assert history_after([("a", 5), ("b", 5), ("a", 1)]) == {"a": [5, 6], "b": [5]}
class Account:
    history = []

    def __init__(self, owner):
        self.owner = owner
        self.balance = 0
        self.history = []  #!

    def put(self, amount):
        self.balance += amount
        self.history.append(self.balance)


def history_after(payments):
    accounts = {}
    for owner, amount in payments:
        if owner not in accounts:
            accounts[owner] = Account(owner)
        accounts[owner].put(amount)
    return {owner: account.history for owner, account in accounts.items()}
