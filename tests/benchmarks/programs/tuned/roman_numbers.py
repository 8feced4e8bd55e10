# task: roman numbers as ints
# test: assert value("XIV") == 14
# test: assert value("MCMXXXIII") == 1933
# test: assert value("II") == 2

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def digits(text):
    return [VALUES[letter] for letter in text.upper()]


def value(text):
    total = 0
    found = digits(text)
    for place, digit in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else 0
        if digit < following:  #! if digit <= following:
            total -= digit
        else:
            total += digit
    return total


def table(texts):
    return {text: value(text) for text in texts}
