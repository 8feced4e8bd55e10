# task: what is missing for a recipe, as a dictionary of amounts, given what stands in the pantry
# test: assert missing({"eggs": 2}, {}) == {"eggs": 2}
# test: assert missing({"flour": 300}, {"flour": 100}) == {"flour": 200}
# test: assert missing({"milk": 1}, {"milk": 5}) == {}
# hidden: assert missing({"a": 1, "b": 2}, {"a": 1}) == {"b": 2}
# hidden: assert missing({}, {"a": 1}) == {}
# hidden: assert missing({"a": 5, "b": 1}, {"a": 2, "b": 0, "c": 9}) == {"a": 3, "b": 1}


def missing(recipe, pantry):
    to_buy = {}
    for item, amount in recipe.items():
        if item not in pantry:  #! if item in pantry:
            to_buy[item] = amount
        elif pantry[item] < amount:
            to_buy[item] = amount - pantry[item]
    return to_buy
