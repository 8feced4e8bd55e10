# task: what articles cost in all, with a discount on the price and then the tax
# test: assert total([(100, 0)], 0.1) == 110
# test: assert total([(100, 50), (10, 0)], 0.2) == 72
# hidden: assert total([], 0.2) == 0
# hidden: assert total([(200, 25)], 0.0) == 150
# hidden: assert total([(50, 50), (50, 0)], 1.0) == 150


def discounted(price, percent):
    return price * (100 - percent) / 100


def total(articles, tax):
    amount = 0
    for price, percent in articles:
        amount += discounted(price, percent)  #! amount += discounted(percent, price)
    return round(amount * (1 + tax), 2)
