# task: for each key how long it was held down in all, from events in order of time
# test: assert held([(0, "down", "a"), (5, "up", "a"), (7, "down", "a"), (8, "up", "a")]) == {"a": 6}
# test: assert held([(1, "down", "x"), (2, "down", "y"), (4, "up", "x"), (9, "up", "y")]) == {"x": 3, "y": 7}


def held(events):
    since = {}
    total = {}
    for time, kind, key in events:
        if kind == "down":
            since[key] = time  #! since.setdefault(key, time)
        elif key in since:
            total[key] = total.get(key, 0) + time - since[key]
    return total
