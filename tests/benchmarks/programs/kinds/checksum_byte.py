# task: a message's checksum (its bytes joined by exclusive or, two hexadecimal digits), and whether it is as expected
# test: assert checksum([0x0F]) == "0F"
# test: assert checksum([0x0F, 0x0F]) == "00"
# hidden: assert checksum([]) == "00"
# hidden: assert checksum([0xA5, 0x5A]) == "FF"
# hidden: assert checksum([1, 3, 7]) == "05"
# hidden: assert is_intact([0xF0, 0x3C], "CC") and not is_intact([0xF0, 0x3C], "FC")


def checksum(message):
    result = 0
    for byte in message:
        result ^= byte  #! result |= byte
    return f"{result:02X}"


def is_intact(message, expected):
    return checksum(message) == expected.upper()
