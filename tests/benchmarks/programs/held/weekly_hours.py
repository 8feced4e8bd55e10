# task: the pay of workers from time cards: hours above 8 a day count one and a half times; sums by worker
# test: assert pay(["ann 8-18", "bob 9-12", "ann 9-17"], 10) == {"ann": 190.0, "bob": 30.0}
# test: assert pay([], 10) == {}


def hours(card):
    start, end = card.split("-")
    return int(end) - int(start)


def counted(worked):
    extra = max(0, worked - 8)
    return worked + extra / 2  #! return worked + extra * 1.5


def pay(cards, rate):
    sums = {}
    for card in cards:
        name, span = card.split()
        sums[name] = sums.get(name, 0) + counted(hours(span)) * rate
    return sums
