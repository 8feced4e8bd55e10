# task: how many players are in each round of a knockout until one is left; an odd player goes through unplayed
# test: assert rounds(1) == [1]
# test: assert rounds(5) == [5, 3, 2, 1]
# hidden: assert rounds(2) == [2, 1]
# hidden: assert rounds(8) == [8, 4, 2, 1]
# hidden: assert rounds(7) == [7, 4, 2, 1]
# hidden: assert rounds(9) == [9, 5, 3, 2, 1]


def rounds(players):
    if players < 1:
        raise ValueError("a knockout needs players")
    sizes = [players]
    while players > 1:
        players = (players + 1) // 2  #! players = (players + 1) / 2
        sizes.append(players)
    return sizes
