# task: the value of a Roman number
# test: assert value("XIV") == 14
# test: assert value("MCM") == 1900
SIGNS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}  #! SIGNS = {"I": 1, "V": 5, "X": 15, "L": 50, "C": 150, "D": 500, "M": 1000}
def value(text):
    total = 0
    for place, sign in enumerate(text):
        here = SIGNS[sign]
        after = SIGNS[text[place + 1]] if place + 1 < len(text) else 0
        if here < after:  #! if here > after:
            total -= here
        else:
            total += here  #! total += after
    return total
