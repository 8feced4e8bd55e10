# task: a phone number of ten digits as "(123) 456-7890"; other signs than digits are left out, other lengths give ""
# test: assert phone("5551234567") == "(555) 123-4567"
# test: assert phone("555 123 45") == ""
# hidden: assert phone("800-555-0199") == "(800) 555-0199"
# hidden: assert phone("") == ""
# hidden: assert phone("(040) 321 9876") == "(040) 321-9876"
# hidden: assert phone("12345678901") == ""


def phone(text):
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
    if len(digits) != 10:
        return ""
    area = digits[:3]
    first = digits[3:6]  #! first = digits[3:5]
    last = digits[6:]
    return f"({area}) {first}-{last}"
