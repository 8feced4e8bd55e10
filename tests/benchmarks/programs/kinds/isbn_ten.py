# task: whether a text is a valid ten-place ISBN: places times 10 down to 1 add up to a multiple of 11, X stands for 10 but only as last place, dashes are skipped
# test: assert valid_isbn("3-598-21508-8")
# test: assert valid_isbn("3-598-21507-X")
# test: assert not valid_isbn("3-598-21508-9")
# test: assert not valid_isbn("3-598-2X507-9")
# hidden: assert not valid_isbn("3-598-2X507-0")
# hidden: assert valid_isbn("359821507X")
# hidden: assert not valid_isbn("X123456788")
# hidden: assert not valid_isbn("")
# hidden: assert not valid_isbn("3-598-P1581-X")


def valid_isbn(text):
    places = text.replace("-", "")
    if len(places) != 10:
        return False
    total = 0
    for i, place in enumerate(places):
        if place == "X" and i == 9:  #! if place == "X":
            value = 10
        elif place.isdigit():
            value = int(place)
        else:
            return False
        total += value * (10 - i)
    return total % 11 == 0
