# task: add a watering, with its day and litres, to a log, or to a new log where none is given; water() gives each plant's own log
# test: assert add_watering("mon", 2) == [("mon", 2)]
# test: assert water([("fern", "mon", 1), ("rose", "tue", 3)]) == {"fern": [("mon", 1)], "rose": [("tue", 3)]}
# hidden: assert add_watering("tue", 1, [("mon", 2)]) == [("mon", 2), ("tue", 1)]
# hidden: assert (add_watering("a", 1), add_watering("b", 2)) == ([("a", 1)], [("b", 2)])
# hidden: assert water([("a", "mon", 1), ("b", "tue", 2), ("a", "wed", 3)]) == {"a": [("mon", 1), ("wed", 3)], "b": [("tue", 2)]}
# hidden: assert water([]) == {}


def add_watering(day, litres, log=None):  #! def add_watering(day, litres, log=[]):
    if log is None:
        log = []
    log.append((day, litres))
    return log


def water(events):
    logs = {}
    for plant, day, litres in events:
        if plant in logs:
            add_watering(day, litres, logs[plant])
        else:
            logs[plant] = add_watering(day, litres)
    return logs
