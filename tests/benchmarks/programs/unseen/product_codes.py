# task: which product codes are valid: two capital letters, a dash and four digits
# test: assert valid_codes(["AB-1234"]) == ["AB-1234"]
# test: assert valid_codes(["AB-12X4", "XY-0001"]) == ["XY-0001"]
# test: assert valid_codes(["ab-1234"]) == []
# hidden: assert valid_codes(["AB1-234", "AB-123", "AB-12345"]) == []
# hidden: assert valid_codes(["AB_1234", "A1-1234", "ZZ-9999"]) == ["ZZ-9999"]
# hidden: assert valid_codes([]) == []
# hidden: assert valid_codes(["QQ-12 4", "QQ-----", "AB-CDEF"]) == []


def is_valid(code):
    if len(code) != 7 or code[2] != "-":
        return False
    letters = code[:2]
    digits = code[3:]
    if not letters.isalpha() or letters != letters.upper():
        return False
    return digits.isdigit()  #! return digits.isdigit


def valid_codes(codes):
    return [code for code in codes if is_valid(code)]
