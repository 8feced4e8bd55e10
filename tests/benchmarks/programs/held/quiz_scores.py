# task: the table of a quiz: points for right answers, one less for each wrong one; the best first, then by name
# test: assert table({"ann": "abc", "bob": "abd"}, "abc") == [("ann", 6), ("bob", 3)]
# test: assert table({"zoe": "a", "amy": "a"}, "a") == [("amy", 2), ("zoe", 2)]


def points(answers, key):
    total = 0
    for answer, right in zip(answers, key):
        if answer == right:
            total += 2
        else:
            total -= 1
    return total


def table(players, key):
    rows = [(name, points(answers, key)) for name, answers in players.items()]
    rows.sort(key=lambda row: (-row[1], row[0]))  #! rows.sort(key=lambda row: (row[1], row[0]), reverse=True)
    return rows
