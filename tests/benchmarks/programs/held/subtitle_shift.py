# task: subtitles moved by some milliseconds; those that would begin below zero are left out
# test: assert shift(["00:01,500 hi", "00:03,000 you"], -2000) == ["00:01,000 you"]
# test: assert shift(["01:59,900 a"], 200) == ["02:00,100 a"]


def to_ms(text):
    minutes, rest = text.split(":")
    seconds, thousandths = rest.split(",")
    return (int(minutes) * 60 + int(seconds)) * 1000 + int(thousandths)


def to_text(value):
    seconds, thousandths = divmod(value, 1000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes:02d}:{seconds:02d},{thousandths:03d}"


def shift(lines, offset):
    moved = []
    for line in lines:
        time, text = line.split(" ", 1)
        at = to_ms(time) + offset
        if at >= 0:
            moved.append(f"{to_text(at)} {text}")  #! moved.append(f"{to_text(offset)} {text}")
    return moved
