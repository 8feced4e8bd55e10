# task: a number written with the digits of another base
# test: assert in_base(5, 2) == "101"
# test: assert in_base(6, 2) == "110"
# test: assert in_base(31, 16) == "1F"
# hidden: assert in_base(255, 16) == "FF"
# hidden: assert in_base(8, 3) == "22"
# hidden: assert in_base(10, 4) == "22"
# hidden: assert in_base(35, 8) == "43"
DIGITS = "0123456789ABCDEF"


def in_base(number, base):
    text = ""
    while number:
        number, digit = divmod(number, base)
        text = DIGITS[digit] + text  #! text = text + DIGITS[digit]
    return text
