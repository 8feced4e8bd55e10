# task: the longest break between meetings of a day, as (start, minutes); times are "HH:MM"
# test: assert longest_break(["09:00-10:00", "10:30-11:00", "13:15-14:00"]) == ("11:00", 135)
# test: assert longest_break(["09:00-12:00", "10:00-11:00", "12:30-13:00"]) == ("12:00", 30)


def minutes(text):
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def clock(value):
    return f"{value // 60:02d}:{value % 60:02d}"


def longest_break(meetings):
    spans = sorted(tuple(minutes(part) for part in meeting.split("-")) for meeting in meetings)
    best = (0, 0)
    end = spans[0][1]
    for start, stop in spans[1:]:
        if start - end > best[1]:
            best = (end, start - end)
        end = max(end, stop)  #! end = stop
    return clock(best[0]), best[1]
