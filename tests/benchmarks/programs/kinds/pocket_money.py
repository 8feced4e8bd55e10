# task: pay a debt between two people's purses: the debtor pays what he has, up to the debt; gives what is still owed
# test: p = {"ann": 10, "bob": 0}; assert settle(p, "ann", "bob", 4) == 0 and p == {"ann": 6, "bob": 4}
# test: p = {"ann": 3, "bob": 9}; assert settle(p, "ann", "bob", 5) == 2 and p == {"ann": 0, "bob": 12}
# hidden: p = {"a": 0, "b": 0}; assert settle(p, "a", "b", 7) == 7 and p == {"a": 0, "b": 0}
# hidden: p = {"a": 5, "b": 1, "c": 2}; assert settle(p, "c", "a", 2) == 0 and p == {"a": 7, "b": 1, "c": 0}
# hidden: p = {"a": 8, "b": 8}; assert settle(p, "b", "a", 8) == 0 and p == {"a": 16, "b": 0}


def move(purses, source, target, amount):
    purses[source] -= amount
    purses[target] += amount


def settle(purses, debtor, lender, debt):
    paid = min(debt, purses[debtor])
    move(purses, debtor, lender, paid)  #! move(purses, lender, debtor, paid)
    return debt - paid
