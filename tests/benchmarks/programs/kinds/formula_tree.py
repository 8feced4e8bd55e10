# task: the value of a formula tree: a number, or a tuple (sign, left, right) with one of the signs + - *
# test: assert evaluate(("+", 1, 2)) == 3
# test: assert evaluate(("*", ("-", 5, 2), 4)) == 12
# hidden: assert evaluate(7) == 7
# hidden: assert evaluate(("-", 1, ("-", 2, 3))) == 2
# hidden: assert evaluate(("*", ("+", 1, 1), ("+", 2, 0.5))) == 5.0


def evaluate(tree):
    if not isinstance(tree, tuple): return tree  #!
    sign, left, right = tree
    first = evaluate(left)
    second = evaluate(right)
    if sign == "+":
        return first + second
    if sign == "-":
        return first - second
    if sign == "*":
        return first * second
    raise ValueError(f"unknown sign {sign}")
