# task: how many people are in each weight group
# test: assert groups([(60, 1.7), (90, 1.7), (45, 1.7)]) == {"normal": 1, "over": 1, "under": 1}
# test: assert groups([]) == {"normal": 0, "over": 0, "under": 0}


LIMITS = [("under", 18.5), ("normal", 25.0)]


def index(weight, height):
    return weight / height ** 2  #! return weight / height * 2


def group(value):
    for name, limit in LIMITS:
        if value < limit:
            return name
    return "over"


def groups(people):
    counts = {"normal": 0, "over": 0, "under": 0}
    for weight, height in people:
        counts[group(index(weight, height))] += 1
    return counts
