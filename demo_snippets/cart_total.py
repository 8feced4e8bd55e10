# task: the body of Cart.total(self, coupon), cut out of its class: what must be paid, after shipping and coupon.
# To find: of everything in the cart only the last thing is paid for (`history total` shows when the rest was lost).
        """The amount to pay; shipping is free from `self.free_from` on."""
        total = 0
        for item in self.items:
            if item.quantity < 1:
                logger.debug("skipped %s", item.name)
                continue
            total = item.price * item.quantity
        if coupon is not None and coupon.is_valid():
            total -= coupon.amount
        if total < self.free_from:
            total += self.shipping
        return round(total, 2)
