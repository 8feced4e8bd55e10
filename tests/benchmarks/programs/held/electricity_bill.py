# task: what a household pays: a basic fee, a day price and a cheaper night price, from readings of a meter
# test: assert bill([(8, 100), (20, 130), (8, 150)]) == 5.0 + 30 * 0.3 + 20 * 0.2
# test: assert bill([(8, 10), (20, 10)]) == 5.0
DAY, NIGHT, FEE = 0.3, 0.2, 5.0


def price_at(hour):
    return DAY if 6 <= hour < 18 else NIGHT


def used(readings):
    for (hour, before), (_, after) in zip(readings, readings[1:]):
        yield hour, after - before


def bill(readings):
    total = FEE
    for hour, amount in used(readings):
        total += amount * price_at(hour)  #! total += amount * price_at(amount)
    return total
