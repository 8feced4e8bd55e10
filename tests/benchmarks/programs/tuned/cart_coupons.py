# task: the price of a cart: coupons in order, "P10" takes ten per cent, "M5" takes five off, not below zero
# test: assert price([40, 20], ["P10", "M5"]) == 49.0
# test: assert price([3], ["M5"]) == 0


class Cart:
    def __init__(self, prices):
        self.amount = sum(prices)

    def percent(self, value):
        self.amount = self.amount * (100 - value) / 100

    def minus(self, value):
        self.amount = max(0, self.amount - value)

    def use(self, coupon):
        value = int(coupon[1:])
        if coupon[0] == "P":
            self.percent(value)
        else:
            self.minus(value)  #! self.percent(value)


def price(prices, coupons):
    cart = Cart(prices)
    for coupon in coupons:
        cart.use(coupon)
    return cart.amount
