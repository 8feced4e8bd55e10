# task: the price after a code: HALF halves it, TEN takes 10 off but never below 0, others change nothing
# test: assert price(80, "HALF") == 40
# test: assert price(30, "TEN") == 20
# test: assert price(5, "TEN") == 0
# test: assert price(7, "??") == 7
# hidden: assert price(9, "TEN") == 0
# hidden: assert price(0, "HALF") == 0
# hidden: assert price(99, "") == 99


def price(amount, code):
    if code == "HALF":
        return amount // 2
    if code == "TEN":
        return max(amount - 10, 0)  #! return amount - 10
    return amount
