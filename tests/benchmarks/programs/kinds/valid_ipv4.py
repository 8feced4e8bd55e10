# task: whether a text is an address of four numbers from 0 to 255 with dots between them, without zeros in front
# test: assert is_address("192.168.0.1")
# test: assert not is_address("10.0.0.256")
# test: assert not is_address("1.2.3")
# hidden: assert not is_address("1.02.3.4")
# hidden: assert not is_address("1.2..4")
# hidden: assert not is_address("1.2.x.4")
# hidden: assert is_address("0.0.0.0")
# hidden: assert not is_address("300.1.1.1")


def is_address(text):
    parts = text.split(".")
    if len(parts) != 4:
        return False
    for part in parts:
        if not part.isdigit():
            return False
        if len(part) > 1 and part[0] == "0":
            return False
        if int(part) > 255:
            return False
        #! return True
    return True
