# task: votes by rank counted by points: 2 for the first, 1 for the second; the names by points, then by name
# test: assert ranking([["ann", "bob"], ["bob", "ann"], ["bob", "cid"]]) == [("bob", 5), ("ann", 3), ("cid", 1)]
# test: assert ranking([]) == []
from collections import defaultdict


def count(ballots):
    points = defaultdict(int)
    for ballot in ballots:
        for place, name in enumerate(ballot):
            points[name] += 2 - place  #! points[name] += 2 - len(ballot)
    return points


def ranking(ballots):
    points = count(ballots)
    return sorted(points.items(), key=lambda pair: (-pair[1], pair[0]))
