# task: the winner ("first", "second" or "nobody") of several rounds of rock, paper, scissors, given as pairs of "r", "p", "s"
# test: assert winner([("r", "s")]) == "first"
# test: assert winner([("r", "p"), ("p", "s")]) == "second"
# test: assert winner([("r", "r")]) == "nobody"
# hidden: assert winner([]) == "nobody"
# hidden: assert winner([("r", "s"), ("s", "r"), ("p", "p")]) == "nobody"
# hidden: assert winner([("s", "p"), ("p", "r"), ("r", "p")]) == "first"
# hidden: assert winner([("s", "r"), ("s", "s")]) == "second"

BEATS = {"r": "s", "p": "r", "s": "p"}


def winner(rounds):
    lead = 0
    for one, two in rounds:
        if one == two:
            continue
        if BEATS[one] == two:
            lead += 1
        else:
            lead -= 1
    if lead == 0:
        return "nobody"
    return "first" if lead > 0 else "second"  #! return "second" if lead > 0 else "first"
