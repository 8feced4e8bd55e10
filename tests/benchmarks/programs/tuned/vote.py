# task: the winner when the least of the leaders is struck out until somebody has the majority
# test: assert winner(BALLOTS) == "c"
# test: assert winner([["a"]]) == "a"
# test: assert winner([["a", "b"], ["a", "c"], ["b"]]) == "a"


BALLOTS = [["a", "b", "c"], ["a", "c", "b"], ["a", "b", "c"], ["b", "c", "a"], ["b", "c", "a"], ["c", "a", "b"], ["c", "a", "b"]]


def tally(ballots, out):
    counts = {}
    for ballot in ballots:
        for name in ballot:
            if name not in out:
                counts[name] = counts.get(name, 0) + 1
                break
    return counts


def last_of(counts):
    lowest = None
    for name in sorted(counts):
        if lowest is None or counts[name] < counts[lowest]:  #! if lowest is None or counts[name] > counts[lowest]:
            lowest = name
    return lowest


def winner(ballots):
    out = set()
    while True:
        counts = tally(ballots, out)
        total = sum(counts.values())
        for name, votes in counts.items():
            if votes * 2 > total:
                return name
        out.add(last_of(counts))
