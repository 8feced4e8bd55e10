# task: who pays whom so that all have paid the same, as (from, to, amount)
# test: assert settle({"ann": 30, "bob": 0, "cid": 0}) == [("bob", "ann", 10), ("cid", "ann", 10)]
# test: assert settle({"ann": 5, "bob": 5}) == []


def balances(paid):
    share = sum(paid.values()) // len(paid)
    return {name: amount - share for name, amount in paid.items()}


def settle(paid):
    left = balances(paid)
    debtors = sorted(name for name in left if left[name] < 0)
    creditors = sorted(name for name in left if left[name] > 0)
    transfers = []
    while debtors and creditors:
        debtor, creditor = debtors[0], creditors[0]
        amount = min(-left[debtor], left[creditor])  #! amount = max(-left[debtor], left[creditor])
        transfers.append((debtor, creditor, amount))
        left[debtor] += amount
        left[creditor] -= amount
        if left[debtor] == 0:
            debtors.pop(0)
        if left[creditor] == 0:
            creditors.pop(0)
    return transfers
