# task: which lesson it is at a time: lessons last 45 minutes, with breaks of 5, the third break 20; None in a break
# test: assert lesson("08:00") == 1
# test: assert lesson("08:46") is None
# test: assert lesson("10:45") == 4
# test: assert lesson("10:30") is None


def starts():
    at = 8 * 60
    for number in range(1, 7):
        yield number, at
        at += 45
        at += 20 if number == 3 else 5  #! at += 20 if number == 4 else 5


def lesson(text):
    hour, minute = map(int, text.split(":"))
    now = hour * 60 + minute
    for number, start in starts():
        if start <= now < start + 45:
            return number
    return None
