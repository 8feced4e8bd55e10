# task: the mean of each student's points without the worst task
# test: assert grades({"ann": [8, 2, 9], "bob": [5, 5, 5]}) == {"ann": 8.5, "bob": 5.0}
# test: assert grades({"cid": [1, 7]}) == {"cid": 7.0}


def worst(points):
    low = points[0]
    for value in points:
        if value < low:
            low = value
    return low


def mean(points):
    return sum(points) / len(points)


def without_worst(points):
    kept = list(points)  #! kept = points[1:]
    kept.remove(worst(kept))
    return kept


def grades(table):
    result = {}
    for name, points in table.items():
        result[name] = mean(without_worst(points))
    return result
