# task: the value of a Roman numeral
# test: assert roman("XIV") == 14
# test: assert roman("III") == 3
# test: assert roman("MCMXC") == 1990
# hidden: assert roman("XL") == 40
# hidden: assert roman("VIII") == 8
# hidden: assert roman("CDXLIV") == 444

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman(text):
    total = 0
    for place, letter in enumerate(text):
        value = VALUES[letter]
        following = VALUES[text[place + 1]] if place + 1 < len(text) else 0
        if value < following:
            total -= value  #! total += value
        else:
            total += value
    return total
