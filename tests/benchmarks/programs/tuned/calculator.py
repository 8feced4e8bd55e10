# task: the value of a sum of products, as text
# test: assert evaluate("2*3+4") == 10
# test: assert evaluate("12+3*10") == 42
# test: assert evaluate("7") == 7


def tokens(text):
    found = []
    number = ""
    for letter in text:
        if letter.isdigit():
            number += letter
            continue
        if number:
            found.append(int(number))
            number = ""
        if letter != " ":
            found.append(letter)
    if number:
        found.append(int(number))  #!
        number = ""
    return found


def evaluate(text):
    total, product = 0, 1
    for token in tokens(text):
        if token == "+":
            total += product
            product = 1
        elif token != "*":
            product *= token
    return total + product
