# task: numbers below a thousand in words
# test: assert words(342) == "three hundred forty-two"
# test: assert words(19) == "nineteen"
# test: assert words(500) == "five hundred"
# test: assert words(30) == "thirty"
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
ONES += ["sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def below_hundred(number):
    if number < 20:  #! if number < 10:
        return ONES[number]
    tens, ones = divmod(number, 10)
    return TENS[tens] + (f"-{ONES[ones]}" if ones else "")


def words(number):
    hundreds, rest = divmod(number, 100)
    parts = []
    if hundreds:
        parts.append(f"{ONES[hundreds]} hundred")
    if rest or not hundreds:
        parts.append(below_hundred(rest))
    return " ".join(parts)
