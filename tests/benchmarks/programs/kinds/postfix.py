# task: the value of a calculation in postfix form
# test: assert value("3 4 +") == 7
# test: assert value("7 2 -") == 5
# test: assert value("8 2 / 3 *") == 12
# hidden: assert value("1 2 3 * -") == -5
# hidden: assert value("9 3 /") == 3
# hidden: assert value("5") == 5
OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}


def value(text):
    stack = []
    for word in text.split():
        if word in OPERATIONS:
            right = stack.pop()
            left = stack.pop()
            stack.append(OPERATIONS[word](left, right))  #! stack.append(OPERATIONS[word](right, left))
        else:
            stack.append(int(word))
    return stack.pop()
