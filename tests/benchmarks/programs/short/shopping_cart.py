# task: the price of a cart in cents, with 10 percent off from 100 euros on
# test: assert total([("pen", 2, 150)]) == 300
# test: assert total([("desk", 1, 10000)]) == 9000
# test: assert total([]) == 0
# hidden: assert total([("lamp", 3, 4000)]) == 10800
# hidden: assert total([("a", 1, 9999)]) == 9999
# hidden: assert total([("a", 2, 100), ("b", 1, 50)]) == 250


def line_price(quantity, price):
    return quantity * price


def total(lines):
    cents = 0
    for _, quantity, price in lines:
        cents += line_price(quantity, price)
    if cents >= 10000:
        cents -= cents // 10  #! cents -= cents // 100
    return cents
