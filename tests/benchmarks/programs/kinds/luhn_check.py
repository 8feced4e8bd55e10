# task: whether a card number, a text of digits that may have spaces, has a valid Luhn checksum
# test: assert luhn("59")
# test: assert luhn("79927398713")
# test: assert not luhn("79927398710")
# hidden: assert luhn("4539 1488 0343 6467")
# hidden: assert not luhn("8273 1232 7352 0569")
# hidden: assert luhn("0000")
# hidden: assert luhn("18")


def luhn(number):
    digits = [int(c) for c in number if c.isdigit()]
    total = 0
    for place, digit in enumerate(reversed(digits)):
        if place % 2 == 1:
            digit *= 2
            if digit > 9:
                digit -= 9  #! digit -= 10
        total += digit
    return total % 10 == 0
