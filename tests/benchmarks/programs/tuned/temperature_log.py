# task: for each day the highest reading, days without readings left out
# test: assert highest([("mo", -5), ("tu", 3), ("mo", -2), ("tu", 1)]) == {"mo": -2, "tu": 3}
# test: assert highest([]) == {}


def group(readings):
    days = {}
    for day, value in readings:
        days.setdefault(day, []).append(value)
    return days


def largest(values):
    best = values[0]  #! best = 0
    for value in values:
        if value > best:
            best = value
    return best


def highest(readings):
    result = {}
    for day, values in group(readings).items():
        result[day] = largest(values)
    return result
