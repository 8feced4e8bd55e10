# task: in which lines, counted from 1, each long word stands
# test: assert index("red blue\nblue sea\nred") == {"blue": [1, 2]}
# test: assert index("stone\nStone stone") == {"stone": [1, 2]}


def words(line):
    for word in line.lower().split():
        if len(word) > 3:
            yield word


def index(text):
    found = {}
    for number, line in enumerate(text.split("\n"), 1):
        for word in words(line):
            places = found.setdefault(word, [])
            if number not in places:  #! if word not in places:
                places.append(number)
    return found


def report(text):
    return [f"{word}: {', '.join(map(str, places))}" for word, places in sorted(index(text).items())]
