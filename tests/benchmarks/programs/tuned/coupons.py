# task: what a cart costs with the one coupon that saves most
# test: assert price([30, 40], [("ten", 50, 10), ("big", 100, 40)]) == 60
# test: assert price([80, 40], [("ten", 50, 10), ("big", 100, 40)]) == 80
# test: assert price([5], []) == 5


class Coupon:
    def __init__(self, code, least, saves):
        self.code = code
        self.least = least
        self.saves = saves

    def fits(self, total):
        return total >= self.least


def best(coupons, total):
    chosen = None
    for coupon in coupons:
        if not coupon.fits(total):
            continue
        if chosen is None or coupon.saves > chosen.saves:
            chosen = coupon
            #! break
    return chosen


def price(items, offers):
    coupons = [Coupon(*offer) for offer in offers]
    total = sum(items)
    coupon = best(coupons, total)
    if coupon is not None:
        total -= coupon.saves
    return total
