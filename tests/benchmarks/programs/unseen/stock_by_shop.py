# task: how many pieces of each item each shop has, from rows with shop, item and count
# test: assert stock([{"shop": "north", "item": "pen", "count": 4}]) == {"north": {"pen": 4}}
# test: assert stock([{"shop": "a", "item": "pen", "count": 4}, {"shop": "a", "item": "pen", "count": 2}]) == {"a": {"pen": 6}}
# hidden: assert stock([]) == {}
# hidden: assert stock([dict(shop="a", item="x", count=1), dict(shop="b", item="x", count=2)]) == {"a": {"x": 1}, "b": {"x": 2}}
# hidden: assert stock([dict(shop="a", item="x", count=1), dict(shop="a", item="y", count=3)]) == {"a": {"x": 1, "y": 3}}
# hidden: assert stock([{"shop": "a", "item": "a", "count": 0}]) == {"a": {"a": 0}}


def stock(rows):
    shops = {}
    for row in rows:
        shop = row["shop"]
        item = row["item"]  #! item = row["shop"]
        if shop not in shops:
            shops[shop] = {}
        if item not in shops[shop]:
            shops[shop][item] = 0
        shops[shop][item] += row["count"]
    return shops
