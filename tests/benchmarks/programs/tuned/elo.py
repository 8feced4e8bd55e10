# task: the ratings after some games: who wins takes 10 points, and 20 from a stronger player; all begin with 1000
# test: assert ratings([("a", "b"), ("b", "a")]) == {"a": 990, "b": 1010}
# test: assert ratings([("a", "b"), ("a", "c")]) == {"a": 1020, "b": 990, "c": 990}


def stake(winner, loser):
    if loser > winner:
        return 20
    return 10


def ratings(games):
    table = {}
    for winner, loser in games:
        table.setdefault(winner, 1000)
        table.setdefault(loser, 1000)
        points = stake(table[winner], table[loser])  #! points = stake(table[loser], table[winner])
        table[winner] += points
        table[loser] -= points
    return table
