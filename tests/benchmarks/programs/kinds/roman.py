# task: the number that a roman numeral stands for
# test: assert roman("III") == 3
# test: assert roman("XIV") == 14
# test: assert roman("VI") == 6
# test: assert roman("MX") == 1010
# hidden: assert roman("MCMXCIV") == 1994
# hidden: assert roman("XL") == 40
# hidden: assert roman("CDXLIV") == 444

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman(text):
    total = 0
    for place, char in enumerate(text):
        value = VALUES[char]
        if place + 1 < len(text) and VALUES[text[place + 1]] > value:  #! if place + 1 < len(text) and VALUES[text[place + 1]] >= value:
            total -= value
        else:
            total += value
    return total
