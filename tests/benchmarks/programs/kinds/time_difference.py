# task: the minutes from one time "hh:mm" to a later one, which may be on the next day
# test: assert minutes("08:00", "09:30") == 90
# test: assert minutes("23:30", "00:15") == 45
# hidden: assert minutes("10:10", "10:10") == 0
# hidden: assert minutes("12:00", "11:59") == 1439
# hidden: assert minutes("00:00", "23:59") == 1439


def parse(text):
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def minutes(start, end):
    return (parse(end) - parse(start)) % (24 * 60)  #! return parse(end) - parse(start)
