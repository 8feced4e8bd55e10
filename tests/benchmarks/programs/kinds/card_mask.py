# task: replace every character of a number but the last four with a star
# test: assert mask("12345678") == "****5678"
# test: assert mask("1234") == "1234"
# test: assert mask("987654") == "**7654"
# hidden: assert mask("12") == "12"
# hidden: assert mask("") == ""
# hidden: assert mask("5500112233445566") == "************5566"
# hidden: assert mask("00001") == "*0001"

SHOWN = 4


def mask(number):
    if len(number) <= SHOWN:
        return number
    stars = "*" * (len(number) - SHOWN)
    return stars + number[-SHOWN:]  #! return stars + number[:SHOWN]
