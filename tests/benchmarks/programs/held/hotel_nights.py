# task: the price of a stay: weekend nights cost half as much again; the seventh night is free
# test: assert price(4, 3, 100) == 400
# test: assert price(0, 2, 80) == 160
# test: assert price(0, 7, 10) == 70


def nights(first, count):
    return [(first + night) % 7 for night in range(count)]


def night_price(weekday, base):
    if weekday in (4, 5):  #! if weekday in (5, 6):
        return base * 3 // 2
    return base


def price(first, count, base):
    total = 0
    for number, weekday in enumerate(nights(first, count), 1):
        if number % 7 == 0:
            continue
        total += night_price(weekday, base)
    return total
