# task: the rules that a password breaks: length 8, a digit, an upper-case letter
# test: assert broken("Secret123") == []
# test: assert broken("secret") == ["length", "digit", "upper"]
# test: assert broken("longenough1") == ["upper"]
# hidden: assert broken("ABCDEFGH") == ["digit"]
# hidden: assert broken("") == ["length", "digit", "upper"]
# hidden: assert broken("A1b2c3d") == ["length"]


def broken(password):
    problems = []
    if len(password) < 8:
        problems.append("length")
    if not any(mark.isdigit() for mark in password):  #! if not all(mark.isdigit() for mark in password):
        problems.append("digit")
    if not any(mark.isupper() for mark in password):
        problems.append("upper")
    return problems
