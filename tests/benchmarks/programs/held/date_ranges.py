# task: days as ranges: "1-3, 5, 7-8" for [1, 2, 3, 5, 7, 8]
# test: assert ranges([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7-8"
# test: assert ranges([4]) == "4"
# test: assert ranges([]) == ""


def spans(days):
    start = last = None
    for day in sorted(days):
        if start is None:
            start = last = day
        elif day == last + 1:
            last = day
        else:
            yield start, last
            start = last = day  #! start = day
    if start is not None:
        yield start, last


def ranges(days):
    parts = []
    for start, last in spans(days):
        parts.append(str(start) if start == last else f"{start}-{last}")
    return ", ".join(parts)
