# task: the value of a formula in lists, with names
# test: assert value(["-", 9, ["*", "n", 2]], {"n": 3}) == 3
# test: assert value(["let", "k", 2, ["+", "k", "n"]], {"n": 3}) == 5
# test: assert value(["let", "n", ["+", "n", 1], ["*", "n", "n"]], {"n": 3}) == 16


def apply(name, left, right):
    if name == "+":
        return left + right
    if name == "-":
        return left - right
    if name == "*":
        return left * right
    raise ValueError(name)


def value(formula, names):
    if isinstance(formula, int):
        return formula
    if isinstance(formula, str):
        return names[formula]
    head = formula[0]
    if head == "let":
        _, name, bound, body = formula
        inner = dict(names)
        inner[name] = value(bound, names)
        return value(body, inner)  #! return value(body, names)
    return apply(head, value(formula[1], names), value(formula[2], names))
