# task: the number that a hexadecimal text stands for, which may begin with "0x" and may have large letters
# test: assert from_hex("a") == 10
# test: assert from_hex("0x10") == 16
# test: assert from_hex("FF") == 255
# hidden: assert from_hex("0") == 0
# hidden: assert from_hex("0xcafe") == 51966
# hidden: assert from_hex("0X1B") == 27
# hidden: assert from_hex("100") == 256

DIGITS = "0123456789abcdef"


def from_hex(text):
    text = text.lower()
    if text.startswith("0x"):
        text = text[2:]
    value = 0
    for char in text:
        value = value * 16 + DIGITS.index(char)  #! value = value + 16 * DIGITS.index(char)
    return value
