# task: the names, sorted, of the recipes whose ingredients are all in the cupboard
# test: assert recipes_for({"tea": {"water", "leaves"}}, {"water", "leaves", "milk"}) == ["tea"]
# test: assert recipes_for({"tea": {"water", "leaves"}, "ice": {"water"}}, {"water"}) == ["ice"]
# hidden: assert recipes_for({}, {"salt"}) == []
# hidden: assert recipes_for({"b": {"x"}, "a": {"x", "y"}}, {"x", "y"}) == ["a", "b"]
# hidden: assert recipes_for({"air": set(), "cake": {"egg"}}, set()) == ["air"]
# hidden: assert recipes_for({"soup": {"leek", "salt"}}, {"salt", "egg", "oil"}) == []


def missing_from(cupboard, needed):
    return needed - cupboard  #! return needed ^ cupboard


def recipes_for(recipes, cupboard):
    possible = []
    for name, needed in recipes.items():
        if not missing_from(cupboard, needed):
            possible.append(name)
    return sorted(possible)
