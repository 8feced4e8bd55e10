# task: amounts in several currencies summed in euros, from a chain of rates
# test: assert total_in_euros([(10, "usd"), (4, "gbp"), (1, "eur")]) == 17.0
# test: assert total_in_euros([(3, "eur")]) == 3.0


RATES = {"gbp": ("usd", 2.0), "usd": ("eur", 0.5 + 0.5 / 1.25)}  #! RATES = {"gbp": ("usd", 2.5), "usd": ("eur", 0.5 + 0.5 / 1.25)}


def to_euros(amount, currency):
    while currency != "eur":
        currency, rate = RATES[currency]
        amount *= rate
    return amount


def total_in_euros(amounts):
    total = 0
    for amount, currency in amounts:
        total += to_euros(amount, currency)
    return round(total)
