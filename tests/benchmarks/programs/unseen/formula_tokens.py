# task: the parts of a formula such as "12+a*(3-b)": whole numbers, names of one letter, and signs; spaces are left out
# test: assert tokens("12") == ["12"]
# test: assert tokens("1+2") == ["1", "+", "2"]
# test: assert tokens("12 * a") == ["12", "*", "a"]
# hidden: assert tokens("") == []
# hidden: assert tokens("(3-b)*40") == ["(", "3", "-", "b", ")", "*", "40"]
# hidden: assert tokens("1 22 333") == ["1", "22", "333"]
# hidden: assert tokens("7/7/7") == ["7", "/", "7", "/", "7"]


def tokens(formula):
    result = []
    number = ""
    for sign in formula:
        if sign.isdigit():
            number += sign
            continue
        if number:
            result.append(number)
            number = ""  #!
        if sign != " ":
            result.append(sign)
    if number:
        result.append(number)
    return result
