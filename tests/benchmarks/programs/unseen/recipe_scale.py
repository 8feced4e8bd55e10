# task: the amounts of a recipe for another number of people, rounded to one place; "to taste" stays as it is
# test: assert scale({"flour": 200, "salt": "to taste"}, 4, 8) == {"flour": 400, "salt": "to taste"}
# test: assert scale({"rice": 300}, 4, 6) == {"rice": 450}
# hidden: assert scale({"milk": 250, "eggs": 2}, 4, 2) == {"milk": 125, "eggs": 1}
# hidden: assert scale({"oil": 10}, 3, 1) == {"oil": 3.3}
# hidden: assert scale({}, 2, 5) == {}
# hidden: assert scale({"sugar": 50.5, "mint": "to taste"}, 2, 2) == {"sugar": 50.5, "mint": "to taste"}


def scale(recipe, serves, people):
    factor = people / serves  #! factor = people // serves
    scaled = {}
    for ingredient, amount in recipe.items():
        if isinstance(amount, str):
            scaled[ingredient] = amount
        else:
            scaled[ingredient] = round(amount * factor, 1)
    return scaled
