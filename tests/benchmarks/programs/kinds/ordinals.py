# task: a number with its English ending: 1st, 2nd, 3rd, 4th, and 11th to 13th
# test: assert ordinal(1) == "1st"
# test: assert ordinal(22) == "22nd"
# test: assert ordinal(12) == "12th"
# hidden: assert ordinal(111) == "111th"
# hidden: assert ordinal(113) == "113th"
# hidden: assert ordinal(3) == "3rd"
# hidden: assert ordinal(101) == "101st"
# hidden: assert ordinal(20) == "20th"
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number):
    last_two = number % 100  #! last_two = number % 10
    if 11 <= last_two <= 13:
        ending = "th"
    else:
        ending = ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"
