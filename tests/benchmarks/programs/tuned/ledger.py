# task: totals by name; credits count negative
# test: assert report(ENTRIES) == {"food": 30, "rent": 500, "fun": 25}
# test: assert report([]) == {}
# test: assert report([("x", "1.50", "credit")]) == {"x": -1}


ENTRIES = [("food", "12", "debit"), ("rent", "500", "debit"), ("food", "18", "debit"), ("fun", "40", "debit")]
ENTRIES.append(("fun", "15", "credit"))


def amount_of(text):
    whole = text.split(".")[0]
    return int(whole)


def signed(amount, kind):
    if kind == "credit":
        return -amount  #! return amount
    return amount


def report(entries):
    totals = {}
    for name, text, kind in entries:
        value = signed(amount_of(text), kind)
        if name not in totals:
            totals[name] = 0
        totals[name] += value
    return totals
