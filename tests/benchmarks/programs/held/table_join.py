# task: orders with the names of their customers; orders of unknown customers have None
# test: assert join([{"id": 1, "name": "ann"}], [{"customer": 1, "sum": 5}, {"customer": 2, "sum": 7}]) == [("ann", 5), (None, 7)]
# test: assert join([], []) == []


def index_by(rows, key):
    return {row[key]: row for row in rows}


def join(customers, orders):
    known = index_by(customers, "id")
    result = []
    for order in orders:
        customer = known.get(order["customer"])
        name = customer["name"] if customer else None  #! name = customer["name"]
        result.append((name, order["sum"]))
    return result
