# task: what is wrong with a password, rule by rule
# test: assert problems("abc") == ["short", "no digit", "no capital"]
# test: assert problems("abcdefg1") == ["no capital"]
# test: assert problems("Abcdefg1") == []


def has_digit(text):
    for letter in text:
        if letter.isdigit():
            return True
    return False


def has_capital(text):
    found = False
    for letter in text:
        if letter.isupper():
            found = True
            break  #!
        found = False
    return found


def problems(text):
    found = []
    if len(text) < 8:
        found.append("short")
    if not has_digit(text):
        found.append("no digit")
    if not has_capital(text):
        found.append("no capital")
    return found
