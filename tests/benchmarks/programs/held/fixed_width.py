# task: records with fields at fixed places; amounts are in cents and may be negative
# test: assert totals(["ann  0150", "bob  -020", "ann  0050"]) == {"ann": 200, "bob": -20}
# test: assert totals([]) == {}
FIELDS = {"name": (0, 5), "amount": (5, 9)}  #! FIELDS = {"name": (0, 5), "amount": (5, 8)}


def cut(line):
    return {field: line[start:end] for field, (start, end) in FIELDS.items()}


def totals(lines):
    sums = {}
    for line in lines:
        record = cut(line)
        name = record["name"].strip()
        sums[name] = sums.get(name, 0) + int(record["amount"])
    return sums
