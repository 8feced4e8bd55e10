# task: the winner of a knockout: the stronger of two goes on, of an odd number the last waits
# test: assert champion([("a", 3), ("b", 9), ("c", 5)]) == "b"
# test: assert champion([("a", 3), ("b", 1), ("c", 5), ("d", 7), ("e", 2)]) == "d"
# test: assert champion([("a", 3), ("b", 1), ("c", 8)]) == "c"


def stronger(one, other):
    return one if one[1] >= other[1] else other


def next_round(teams):
    following = []
    for place in range(0, len(teams) - 1, 2):
        following.append(stronger(teams[place], teams[place + 1]))
    if len(teams) % 2 == 1:
        following.append(teams[-1])  #! following.append(teams[0])
    return following


def champion(teams):
    while len(teams) > 1:
        teams = next_round(teams)
    return teams[0][0]
