# task: command line words as options: "--name value", "--flag" and the rest
# test: assert parse(["--size", "3", "a", "--fast", "--", "--b"]) == ({"size": "3", "fast": True}, ["a", "--b"])
# test: assert parse(["x"]) == ({}, ["x"])
FLAGS = {"fast", "quiet"}


def parse(words):
    options = {}
    rest = []
    words = iter(words)
    for word in words:
        if word == "--":
            rest.extend(words)
        elif word.startswith("--"):
            name = word[2:]  #! name = word.strip("-")[2:]
            if name in FLAGS:
                options[name] = True
            else:
                options[name] = next(words)
        else:
            rest.append(word)
    return options, rest
