# task: the place of the first bracket that does not fit, -1 if all do
# test: assert check("a(b[c]d)") == -1
# test: assert check("(]") == 1
# test: assert check("x)") == 1
# test: assert check("((a)") == 0
PAIRS = {")": "(", "]": "[", "}": "{"}


def check(text):
    opened = []
    for place, letter in enumerate(text):
        if letter in PAIRS.values():
            opened.append((letter, place))
        elif letter in PAIRS:
            if not opened:
                return place
            mark, _ = opened.pop()
            if mark != PAIRS[letter]:
                return place
    if opened:  #! if not opened:
        return opened[0][1]
    return -1


def check_all(texts):
    return [check(text) for text in texts]
