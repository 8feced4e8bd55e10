# task: a number in Roman numerals
# test: assert to_roman(1994) == "MCMXCIV"
# test: assert to_roman(3) == "III"
# test: assert to_roman(40) == "XL"
# test: assert to_roman(500) == "D"


NUMERALS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")]
NUMERALS += [(50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]  #! NUMERALS += [(50, "L"), (40, "LX"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def to_roman(number):
    text = ""
    for value, letters in NUMERALS:
        while number >= value:
            text += letters
            number -= value
    return text
