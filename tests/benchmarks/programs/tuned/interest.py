# task: the months until a loan is paid back
# test: assert months(1000, 0.01, 260) == 4
# test: assert months(100, 0.0, 50) == 2


def interest(left, rate):
    return left * rate


def months(amount, rate, payment):
    left = amount
    count = 0
    while left > 0.005:
        left += interest(left, rate)
        left -= payment  #! left -= payment - interest(left, rate)
        count += 1
        if count > 50:
            return None
    return count
