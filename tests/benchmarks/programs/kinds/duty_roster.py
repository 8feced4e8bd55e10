# task: who has duty on each of the given days, from (name, day) pairs; names in the order of the pairs; and the days on which nobody has
# test: assert roster(["Mon"], [("Ann", "Mon")]) == {"Mon": ["Ann"]}
# test: assert roster(["Mon", "Tue"], [("Ann", "Mon"), ("Bob", "Tue")]) == {"Mon": ["Ann"], "Tue": ["Bob"]}
# hidden: assert roster(["Mon", "Tue"], []) == {"Mon": [], "Tue": []}
# hidden: assert roster(["a", "b", "c"], [("X", "b"), ("Y", "b")]) == {"a": [], "b": ["X", "Y"], "c": []}
# hidden: assert roster(["a"], [("X", "z")]) == {"a": []}
# hidden: assert free_days(["a", "b"], [("X", "b")]) == ["a"]


def roster(days, duties):
    plan = {day: [] for day in days}  #! plan = dict.fromkeys(days, [])
    for name, day in duties:
        if day in plan:
            plan[day].append(name)
    return plan


def free_days(days, duties):
    return [day for day, names in roster(days, duties).items() if not names]
