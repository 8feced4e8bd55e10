# task: money spent for each category in a csv text, refunds counted as negative
# test: assert totals("name,category,amount\npen,office,3\ntea,food,4\nink,office,5\n") == {"office": 8, "food": 4}
# test: assert totals("name,category,amount\npen,office,3\n\npen,office,3,refund\n") == {"office": 0}


def rows_of(text):
    lines = text.splitlines()
    heads = lines[0].split(",")
    for line in lines[1:]:
        if not line.strip():
            continue
        cells = line.split(",")
        row = dict(zip(heads, cells))
        row["refund"] = len(cells) > len(heads)
        yield row


def signed(row):
    amount = int(row["amount"])
    return -amount if row["refund"] else amount


def totals(text):
    found = {}
    for row in rows_of(text):
        category = row["category"]  #! category = row["name"]
        found.setdefault(category, 0)
        found[category] += signed(row)
    return found
