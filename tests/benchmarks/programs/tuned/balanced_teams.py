# task: players dealt into teams: the strongest to the weakest team in turn; the strength of each team
# test: assert strengths([("a", 9), ("b", 7), ("c", 6), ("d", 2)], 2) == {0: 11, 1: 13}
# test: assert strengths([("a", 1)], 2) == {0: 1, 1: 0}


def deal(players, count):
    teams = {number: [] for number in range(count)}
    ordered = sorted(players, key=lambda player: player[1], reverse=True)
    for player in ordered:
        weakest = min(teams, key=lambda number: sum(points for _, points in teams[number]))
        teams[weakest].append(player)
    return teams


def strengths(players, count):
    teams = deal(players, count)
    result = {}
    for number, team in teams.items():
        total = 0
        for _, points in team:
            total += points  #! total = max(total, points)
        result[number] = total
    return result
