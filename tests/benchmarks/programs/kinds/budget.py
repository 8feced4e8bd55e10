# task: what is left of monthly budgets by name after expenses, pairs of a name and an amount; unknown names get no entry
# test: assert left({"food": 100}, [("food", 30)]) == {"food": 70}
# test: assert left({"food": 100}, [("fun", 5)]) == {"food": 100}
# hidden: b = {"a": 1}; left(b, [("a", 1)]); assert b == {"a": 1}
# hidden: assert left({"a": 10, "b": 5}, [("a", 3), ("b", 7), ("a", 1)]) == {"a": 6, "b": -2}


def left(budgets, expenses):
    rest = dict(budgets)
    for name, amount in expenses:
        if name in rest:  #!
            rest[name] -= amount  #! rest[name] -= amount
    return rest
