# task: the balance after each transaction, starting from an opening balance
# test: assert balances(100, [20, -50]) == [120, 70]
# test: assert balances(0, [5]) == [5]
# hidden: assert balances(10, []) == []
# hidden: assert balances(-5, [5, 5, -20]) == [0, 5, -15]


def balances(opening, changes):
    current = opening
    out = []
    for change in changes:
        current += change  #! current = opening + change
        out.append(current)
    return out
