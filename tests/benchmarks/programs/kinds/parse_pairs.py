# task: read "a=1;b=2" as a dict from names to whole numbers; spaces around names and numbers do not count
# test: assert read("a=1;b=2") == {"a": 1, "b": 2}
# test: assert read("x = 10") == {"x": 10}
# test: assert read("") == {}
# hidden: assert read(" k=7 ; m = 8 ") == {"k": 7, "m": 8}
# hidden: assert read("n=-3") == {"n": -3}


def read(text):
    found = {}
    if not text:
        return found
    for part in text.split(";"):
        name, value = part.split("=")
        found[name.strip()] = int(value)  #! found[name] = int(value)
    return found
