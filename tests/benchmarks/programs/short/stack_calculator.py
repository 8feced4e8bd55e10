# task: evaluate an expression in reverse Polish notation
# test: assert evaluate("3 4 +") == 7
# test: assert evaluate("10 4 -") == 6
# test: assert evaluate("2 3 4 * +") == 14
# hidden: assert evaluate("8 2 /") == 4
# hidden: assert evaluate("5") == 5
# hidden: assert evaluate("1 2 - 3 -") == -4


def evaluate(expression):
    stack = []
    for token in expression.split():
        if token not in "+-*/":
            stack.append(int(token))
            continue
        right = stack.pop()
        left = stack.pop()
        if token == "+":
            stack.append(left + right)
        elif token == "-":
            stack.append(left - right)  #! stack.append(right - left)
        elif token == "*":
            stack.append(left * right)
        else:
            stack.append(left / right)
    return stack[0]
