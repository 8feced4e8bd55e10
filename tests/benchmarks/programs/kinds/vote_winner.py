# task: the name with the most votes; with equal votes the first by the alphabet
# test: assert winner(["b", "a", "b"]) == "b"
# test: assert winner(["b", "a"]) == "a"
# hidden: assert winner(["c", "b", "b", "c", "a"]) == "b"
# hidden: assert winner(["z"]) == "z"


def winner(votes):
    counts = {}
    for name in votes:
        counts[name] = counts.get(name, 0) + 1
    return min(counts, key=lambda name: (-counts[name], name))  #! return max(counts, key=lambda name: counts[name])
