# task: the shopping list for recipes that are cooked for some guests: grams by ingredient, kilograms turned into grams
# test: assert shopping([("soup", 4), ("bread", 2)]) == {"flour": 1500, "onion": 400}
# test: assert shopping([("soup", 2)]) == {"onion": 200, "flour": 250}

RECIPES = {
    "soup": (2, [("onion", 200, "g"), ("flour", 250, "g")]),
    "bread": (2, [("flour", 1, "kg")]),
}


def grams(amount, unit):
    if unit == "kg":
        amount = amount * 1000
    return amount


def needed(name, guests):
    persons, rows = RECIPES[name]
    factor = guests / persons  #! factor = persons / guests
    return [(item, grams(amount, unit) * factor) for item, amount, unit in rows]


def shopping(meals):
    items = {}
    for name, guests in meals:
        for item, amount in needed(name, guests):
            items[item] = items.get(item, 0) + amount
    return {item: round(amount) for item, amount in items.items()}
