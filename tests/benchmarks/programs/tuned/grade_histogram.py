# task: how many scores fall into each grade, and the grade with most
# test: assert histogram([95, 82, 88, 70, 40])[0]["C"] == 1
# test: assert histogram([10]) == ({"A": 0, "B": 0, "C": 0, "F": 1}, "F")

LIMITS = [("A", 90), ("B", 80), ("C", 70)]


def grade(score):
    for name, least in LIMITS:
        if score >= least:  #! if score > least:
            return name
    return "F"


def histogram(scores):
    counts = {name: 0 for name, _ in LIMITS}
    counts["F"] = 0
    for score in scores:
        counts[grade(score)] += 1
    best = "A"
    for name in counts:
        if counts[name] > counts[best]:
            best = name
    return counts, best
