# task: the overall times of a cycling race after each stage, from the stages' times; a rider with the time None is out
# test: assert list(overall([{"ann": 50}])) == [{"ann": 50}]
# test: assert list(overall([{"ann": 50, "bob": 55}, {"ann": 40, "bob": 30}])) == [{"ann": 50, "bob": 55}, {"ann": 90, "bob": 85}]
# hidden: assert list(overall([])) == []
# hidden: assert list(overall([{"a": 1}, {"a": 2}, {"a": 3}])) == [{"a": 1}, {"a": 3}, {"a": 6}]
# hidden: assert list(overall([{"a": 5, "b": 6}, {"a": None, "b": 4}])) == [{"a": 5, "b": 6}, {"b": 10}]
# hidden: assert list(overall([{"a": 5}, {"b": 4}])) == [{"a": 5}, {"a": 5, "b": 4}]


def overall(stages):
    totals = {}
    for stage in stages:
        #! totals = {}
        for rider, seconds in stage.items():
            if seconds is None:
                totals.pop(rider, None)
            else:
                totals[rider] = totals.get(rider, 0) + seconds
        yield dict(totals)
