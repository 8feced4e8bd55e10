# task: a calculation in infix form, written as postfix
# test: assert postfix(["1"]) == ["1"]
# test: assert postfix(["1", "+", "2"]) == ["1", "2", "+"]
# test: assert postfix(["1", "+", "2", "*", "3"]) == ["1", "2", "3", "*", "+"]
# hidden: assert postfix(["8", "-", "2", "-", "1"]) == ["8", "2", "-", "1", "-"]
# hidden: assert postfix(["2", "*", "3", "+", "4"]) == ["2", "3", "*", "4", "+"]
STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2}


def postfix(words):
    output = []
    operators = []
    for word in words:
        if word in STRENGTH:
            while operators and STRENGTH[operators[-1]] >= STRENGTH[word]:
                output.append(operators.pop())
            operators.append(word)  #!
        else:
            output.append(word)
    while operators:
        output.append(operators.pop())
    return output
