# task: an invoice from order lines: sums by item, tax by kind, and the whole
TAX = {"food": 7, "other": 19}


def read(text):
    for line in text.strip().splitlines():
        item, kind, count, price = line.split(";")
        yield {"item": item, "kind": kind, "count": int(count), "price": int(price)}


def tax_of(row):
    net = row["count"] * row["price"]
    return net * TAX[row["kind"]] // 100


def invoice(text):
    net = tax = 0
    items = {}
    for row in read(text):
        amount = row["count"] * row["price"]
        items[row["item"]] = items.get(row["item"], 0) + amount  #! items[row["item"]] = items.get(row["kind"], 0) + amount
        net += amount
        tax += tax_of(row)
    return {"items": items, "net": net, "tax": tax, "total": net + tax}


TEXT = """
bread;food;2;300
pen;other;1;200
bread;food;1;300
"""
bill = invoice(TEXT)
assert bill["net"] == 1100
assert bill["items"] == {"bread": 900, "pen": 200}
assert bill["total"] == 1201
