# task: the mean colour of some colours such as "#ff8000", as such a text
# test: assert mix(["#ff0000", "#0000ff"]) == "#7f007f"
# test: assert mix(["#102030"]) == "#102030"


def parse(text):
    digits = text.lstrip("#")
    return tuple(int(digits[at : at + 2], 16) for at in range(0, 6, 2))


def show(colour):
    return "#" + "".join(f"{part:02x}" for part in colour)  #! return "#" + "".join(f"{part:x}" for part in colour)


def mix(texts):
    colours = [parse(text) for text in texts]
    means = []
    for part in zip(*colours):
        means.append(sum(part) // len(part))
    return show(means)
