# task: each team's points: 3 for a win, 1 for a draw; matches are (home, away, home goals, away goals)
# test: assert league([("reds", "blues", 1, 1)]) == {"reds": 1, "blues": 1}
# test: assert league([("reds", "blues", 2, 0)]) == {"reds": 3, "blues": 0}
# hidden: assert league([("reds", "blues", 0, 2)]) == {"reds": 0, "blues": 3}
# hidden: assert league([]) == {}
# hidden: assert league([("a", "b", 1, 0), ("b", "a", 3, 2)]) == {"a": 3, "b": 3}
# hidden: assert league([("a", "b", 4, 1), ("c", "a", 0, 0), ("b", "c", 2, 1)]) == {"a": 4, "b": 3, "c": 1}


def points(scored, conceded):
    if scored > conceded:
        return 3
    if scored == conceded:
        return 1
    return 0


def league(matches):
    table = {}
    for home, away, ours, theirs in matches:
        table[home] = table.get(home, 0) + points(ours, theirs)
        table[away] = table.get(away, 0) + points(theirs, ours)  #! table[away] = table.get(away, 0) + points(ours, theirs)
    return table
