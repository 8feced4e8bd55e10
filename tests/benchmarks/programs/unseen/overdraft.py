# task: the balance after payments from an account that may go down to minus its limit, and the payments that were refused
# test: assert pay(100, 50, [30, 20]) == (50, [])
# test: assert pay(100, 50, [120]) == (-20, [])
# test: assert pay(100, 50, [160, 10]) == (90, [160])
# hidden: assert pay(100, 50, [150]) == (-50, [])
# hidden: assert pay(0, 0, [1]) == (0, [1])
# hidden: assert pay(20, 100, [50, 60, 80, 10]) == (-100, [80])
# hidden: assert pay(40, 0, [40, 5]) == (0, [5])


def pay(balance, limit, payments):
    refused = []
    for payment in payments:
        if payment > balance + limit:  #! if payment > balance:
            refused.append(payment)
            continue
        balance -= payment
    return balance, refused
