# task: who wins a game of tennis, "A" or "B": the first with four points or more and two ahead of the other; else None
# test: assert winner("AAAA") == "A"
# test: assert winner("ABABABBB") == "B"
# test: assert winner("AAABBBA") is None
# hidden: assert winner("ABABABAA") == "A"
# hidden: assert winner("") is None
# hidden: assert winner("BBBAAABABB") == "B"
# hidden: assert winner("ABABABABA") is None


def winner(rallies):
    points = {"A": 0, "B": 0}
    for player in rallies:
        points[player] += 1
        most = max(points.values())
        ahead = abs(points["A"] - points["B"])
        if most >= 4 and ahead >= 2:  #! if most >= 4:
            return player
    return None
