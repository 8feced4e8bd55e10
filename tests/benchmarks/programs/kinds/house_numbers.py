# task: where the postman goes: house numbers (texts of digits) of one side of the street, "odd" or "even", by number
# test: assert walk(["3", "1", "2"], "odd") == ["1", "3"]
# test: assert walk(["10", "8", "12"], "even") == ["8", "10", "12"]
# hidden: assert walk([], "odd") == []
# hidden: assert walk(["100", "20", "3"], "even") == ["20", "100"]
# hidden: assert walk(["9", "111", "11", "5"], "odd") == ["5", "9", "11", "111"]


def walk(houses, side):
    if side not in ("odd", "even"):
        raise ValueError(f"no such side: {side}")
    remainder = 1 if side == "odd" else 0
    wanted = []
    for house in houses:
        if int(house) % 2 == remainder:
            wanted.append(house)
    return sorted(wanted, key=int)  #! return sorted(wanted)
