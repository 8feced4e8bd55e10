# task: which of the codes have a right last digit: the others are weighed 1, 3, 1, 3 ... from the left
# test: assert valid(["4006381333931", "4006381333932"]) == ["4006381333931"]
# test: assert valid([]) == []
# test: assert valid(["9780306406157"]) == ["9780306406157"]


def check_digit(digits):
    total = 0
    weight = 1
    for digit in digits:
        total += int(digit) * weight
        weight = 4 - weight  #! weight = 3 - weight
    return (10 - total % 10) % 10


def valid(codes):
    good = []
    for code in codes:
        if check_digit(code[:-1]) == int(code[-1]):
            good.append(code)
    return good
