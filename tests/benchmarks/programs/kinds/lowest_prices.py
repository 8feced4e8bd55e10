# task: the lowest price of each shop, from a dictionary of shops with their prices by article; None without articles
# test: assert lowest({"north": {"tea": 4, "oil": 3}}) == {"north": 3}
# test: assert lowest({"east": {}}) == {"east": None}
# hidden: assert lowest({}) == {}
# hidden: assert lowest({"a": {"x": 1}, "b": {"x": 2, "y": 5}}) == {"a": 1, "b": 2}
# hidden: assert lowest({"a": {"x": 9, "y": 8, "z": 10}, "b": {}}) == {"a": 8, "b": None}


def lowest(stock):
    result = {}
    for shop in stock:
        best = None
        for article, price in stock[shop].items():  #! for shop, price in stock[shop].items():
            if best is None or price < best:
                best = price
        result[shop] = best
    return result
