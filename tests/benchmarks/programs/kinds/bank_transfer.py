# task: accounts with transfers between them; a transfer of more than there is is refused with False and changes nothing
# test: b = Bank({"a": 10, "b": 0}); assert b.transfer("a", "b", 4) and b.balance("b") == 4
# test: b = Bank({"a": 10, "b": 0}); b.transfer("a", "b", 4); assert b.balance("a") == 6
# test: b = Bank({"a": 3, "b": 0}); assert not b.transfer("a", "b", 5)
# hidden: b = Bank({"a": 3, "b": 1}); b.transfer("a", "b", 5); assert b.balance("a") == 3 and b.balance("b") == 1
# hidden: b = Bank({"a": 5, "b": 1}); assert b.transfer("a", "b", 5) and b.balance("a") == 0 and b.balance("b") == 6
# hidden: start = {"a": 5, "b": 1}; b = Bank(start); b.transfer("a", "b", 5); assert start == {"a": 5, "b": 1}


class Bank:
    def __init__(self, accounts):
        self.accounts = dict(accounts)

    def balance(self, name):
        return self.accounts[name]

    def transfer(self, giver, taker, amount):
        if self.accounts[giver] < amount:
            return False
        self.accounts[giver] -= amount  #!
        self.accounts[taker] += amount
        return True
