# task: league points: 3 for a win, 1 for each side of a draw
# test: assert table([("A", 2, "B", 1)]) == {"A": 3, "B": 0}
# test: assert table([("A", 0, "B", 0)]) == {"A": 1, "B": 1}
# test: assert table([("A", 0, "B", 1)]) == {"A": 0, "B": 3}
# hidden: assert table([("A", 1, "B", 1), ("B", 2, "C", 0)]) == {"A": 1, "B": 4, "C": 0}
# hidden: assert table([]) == {}
# hidden: assert table([("X", 0, "Y", 2), ("Y", 1, "X", 0)]) == {"X": 0, "Y": 6}


def table(games):
    points = {}
    for home, home_goals, away, away_goals in games:
        points.setdefault(home, 0)
        points.setdefault(away, 0)
        if home_goals > away_goals:
            points[home] += 3
        elif home_goals < away_goals:
            points[away] += 3  #! points[home] += 3
        else:
            points[home] += 1
            points[away] += 1
    return points
