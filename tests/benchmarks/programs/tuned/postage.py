# task: what it costs to send some parcels: by weight class, with a discount from the third on
# test: assert bill([500, 2500, 900]) == 4.0 + 9.0 + 3.2
# test: assert bill([500]) == 4.0


RATES = [(1000, 4.0), (5000, 9.0), (20000, 16.0)]


def rate(weight):
    for limit, price in RATES:
        if weight <= limit:
            return price
    raise ValueError("too heavy")


def discount(place):
    return 0.2 if place >= 2 else 0.0  #! return 0.2 if place > 2 else 0.0


def bill(parcels):
    total = 0.0
    for place, weight in enumerate(parcels):
        price = rate(weight)
        total += price - price * discount(place)
    return total
