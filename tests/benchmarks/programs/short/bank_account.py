# task: an account that refuses to be overdrawn and keeps a log of what was done
# test: assert history([50, -20]) == (30, ["+50", "-20"])
# test: assert history([10, -20]) == (10, ["+10", "refused"])
# hidden: assert history([]) == (0, [])
# hidden: assert history([5, -5, -1]) == (0, ["+5", "-5", "refused"])


class Account:
    def __init__(self):
        self.balance = 0
        self.log = []

    def book(self, amount):
        if self.balance + amount < 0:
            self.log.append("refused")
            return  #!
        self.balance += amount
        self.log.append(f"{amount:+d}")


def history(amounts):
    account = Account()
    for amount in amounts:
        account.book(amount)
    return account.balance, account.log
