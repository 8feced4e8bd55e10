# task: meeting times for several offices from the time in the first: "HH:MM" with "+1" for the next day
# test: assert times("22:30", {"berlin": 0, "tokyo": 8, "rio": -4}) == {"berlin": "22:30", "tokyo": "06:30+1", "rio": "18:30"}
# test: assert times("01:00", {"rio": -4}) == {"rio": "21:00-1"}


def shifted(hour, offset):
    moved = hour + offset
    return moved % 24, moved // 24  #! return moved % 24, moved % 24


def label(hour, minute, day):
    text = f"{hour:02d}:{minute:02d}"
    return text + (f"{day:+d}" if day else "")


def times(clock, offsets):
    hour, minute = map(int, clock.split(":"))
    result = {}
    for city, offset in offsets.items():
        there, day = shifted(hour, offset)
        result[city] = label(there, minute, day)
    return result
