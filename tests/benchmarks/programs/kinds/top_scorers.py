# task: the names of those with the highest score, from a dict, in alphabetical order
# test: assert top({"a": 1, "b": 3}) == ["b"]
# test: assert top({"z": 2, "b": 2, "c": 1}) == ["b", "z"]
# hidden: assert top({}) == []
# hidden: assert top({"x": -1, "y": -4}) == ["x"]
# hidden: assert top({"m": 0, "l": 0}) == ["l", "m"]


def top(scores):
    if not scores:
        return []
    best = max(scores.values())
    return sorted(name for name, score in scores.items() if score == best)  #! return [name for name, score in scores.items() if score == best]
