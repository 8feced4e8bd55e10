# task: the mean mark of each pupil without the worst one, where there are more than two
# test: assert means([("ann", 1), ("bob", 2), ("ann", 6), ("ann", 3)]) == {"ann": 2.0, "bob": 2.0}
# test: assert means([]) == {}


def by_pupil(marks):
    found = {}
    for name, mark in marks:
        found.setdefault(name, []).append(mark)
    return found


def without_worst(marks):
    if len(marks) > 2:
        worst = max(marks)
        rest = list(marks)
        rest.remove(worst)
        return rest
    return marks


def mean(marks):
    return sum(marks) / len(marks)


def means(marks):
    result = {}
    for name, own in by_pupil(marks).items():
        kept = without_worst(own)
        result[name] = mean(kept)  #! result[name] = sum(kept) / len(own)
    return result
