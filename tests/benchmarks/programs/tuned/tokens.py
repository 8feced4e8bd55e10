# task: the value of an arithmetic expression with the usual precedence
# test: assert evaluate("2 + 3 * 4") == 14
# test: assert evaluate("( 2 + 3 ) * 4") == 20
# test: assert evaluate("8 / 4 - 1") == 1
# test: assert evaluate("7") == 7


LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2}  #! LEVEL = {"+": 1, "-": 1, "*": 1, "/": 2}


def to_postfix(tokens):
    output, operators = [], []
    for token in tokens:
        if token.isdigit():
            output.append(int(token))
        elif token == "(":
            operators.append(token)
        elif token == ")":
            while operators[-1] != "(":
                output.append(operators.pop())
            operators.pop()
        else:
            while operators and operators[-1] != "(" and LEVEL[operators[-1]] >= LEVEL[token]:
                output.append(operators.pop())
            operators.append(token)
    while operators:
        output.append(operators.pop())
    return output


def apply(operator, left, right):
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    return left / right


def evaluate(text):
    stack = []
    for part in to_postfix(text.split()):
        if isinstance(part, int):
            stack.append(part)
        else:
            right = stack.pop()
            left = stack.pop()
            stack.append(apply(part, left, right))
    return stack.pop()
