# task: the counts of several days added up; the first day's own table stays as it is
# test: assert totals([{"a": 1}, {"a": 2, "b": 1}]) == ({"a": 3, "b": 1}, 1)
# test: assert totals([{"x": 4}]) == ({"x": 4}, 4)


def add_day(total, day):
    for name, count in day.items():
        total[name] = total.get(name, 0) + count


def totals(days):
    result = dict(days[0])  #! result = days[0]
    for day in days[1:]:
        add_day(result, day)
    return result, sum(days[0].values())
