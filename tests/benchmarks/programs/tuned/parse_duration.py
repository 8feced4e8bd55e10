# task: "1h 30m 15s" in seconds; the sum of several, faulty ones raise
# test: assert seconds("1h 30m 15s") == 5415
# test: assert total(["2m", "1h"]) == 3720
# test: assert total([]) == 0
UNITS = {"s": 1, "m": 60, "h": 3600}


def part(text):
    number, unit = text[:-1], text[-1]
    if unit not in UNITS or not number.isdigit():
        raise ValueError(f"what is {text!r}?")
    return int(number) * UNITS[unit]


def seconds(text):
    return sum(part(word) for word in text.split(" "))  #! return sum(part(word) for word in text)


def total(texts):
    return sum(seconds(text) for text in texts)
