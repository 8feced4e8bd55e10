# task: the money from each city, from orders with a customer's number and from customers; "unknown" if there is none
# test: assert income([{"customer": 1, "sum": 5}], {1: {"name": "Ann", "city": "Rome"}}) == {"Rome": 5}
# test: assert income([], {1: {"name": "Ann", "city": "Rome"}}) == {}
# hidden: c = {1: {"name": "A", "city": "Bern"}}; assert income([{"customer": 1, "sum": 2}] * 2, c) == {"Bern": 4}
# hidden: assert income([{"customer": 9, "sum": 1}], {9: {"name": "X", "city": "Y"}}) == {"Y": 1}
# hidden: assert income([{"customer": 9, "sum": 1}], {}) == {"unknown": 1}


def income(orders, customers):
    sums = {}
    for order in orders:
        customer = customers.get(order["customer"])
        if customer is None:
            city = "unknown"
        else:
            city = customer["city"]  #! city = customer["name"]
        sums[city] = sums.get(city, 0) + order["sum"]
    return sums
