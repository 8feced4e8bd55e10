# task: the player with the fewest strokes in total, the first of equals, None without players
# test: assert winner({"Lee": [4, 5, 3], "Kim": [3, 4, 4]}) == "Kim"
# test: assert winner({"Lee": [55, 60], "Kim": [50, 54]}) == "Kim"
# hidden: assert winner({}) is None
# hidden: assert winner({"Ann": [72, 70, 71, 69]}) == "Ann"
# hidden: assert winner({"Ann": [3000], "Bob": [2500], "Cid": [2500]}) == "Bob"
# hidden: assert winner({"A": [10 ** 9], "B": [10 ** 9 + 1]}) == "A"


def winner(cards):
    best = None
    fewest = float("inf")  #! fewest = 100
    for player, strokes in cards.items():
        total = sum(strokes)
        if total < fewest:
            fewest = total
            best = player
    return best
