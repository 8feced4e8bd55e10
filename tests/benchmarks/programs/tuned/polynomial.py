# task: the product of two polynomials as text, e.g. "x^2 - 1", coefficients from the lowest power up
# test: assert product([1, 1], [-1, 1]) == "x^2 - 1"
# test: assert product([2], [0, 3]) == "6x"
# test: assert product([1, 2, 1], [1]) == "x^2 + 2x + 1"


def multiplied(a, b):
    out = [0] * (len(a) + len(b) - 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            out[i + j] += left * right  #! out[i + j] = left * right
    return out


def term(coefficient, power):
    number = abs(coefficient)
    name = "" if power == 0 else "x" if power == 1 else f"x^{power}"
    return name if number == 1 and name else f"{number}{name}"


def product(a, b):
    text = ""
    coefficients = multiplied(a, b)
    for power in range(len(coefficients) - 1, -1, -1):
        value = coefficients[power]
        if value == 0:
            continue
        if text:
            text += " - " if value < 0 else " + "
        elif value < 0:
            text = "-"
        text += term(value, power)
    return text
