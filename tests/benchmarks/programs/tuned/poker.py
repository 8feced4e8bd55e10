# task: the kind of a hand of five cards such as "9h": pair, two pairs, three, full house, four, or high card
# test: assert kind(["9h", "9s", "2d", "4c", "Ks"]) == "pair"
# test: assert kind(["9h", "9s", "9d", "4c", "4s"]) == "full house"
# test: assert kind(["2h", "9s", "3d", "4c", "Ks"]) == "high card"
# test: assert kind(["9h", "9s", "4d", "4c", "Ks"]) == "two pairs"


def counts(hand):
    seen = {}
    for card in hand:
        rank = card[:-1]
        seen[rank] = seen.get(rank, 0) + 1
    return sorted(seen.values(), reverse=True)  #! return sorted(seen.values())


def kind(hand):
    most = counts(hand)
    if most[0] == 4:
        return "four"
    if most[0] == 3:
        return "full house" if most[1] == 2 else "three"
    if most[0] == 2:
        return "two pairs" if most[1] == 2 else "pair"
    return "high card"
