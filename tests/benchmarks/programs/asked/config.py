# task: read "name = value" lines; comments and empty lines are left out; numbers are ints
# test: assert read("a = 1\n# no\n\nb = x") == {"a": 1, "b": "x"}
def parse(text):
    try:
        return int(text)
    except ValueError:
        return text  #! return None
def read(text):
    out = {}
    for line in text.split("\n"):
        line = line.strip()
        if not line or line.startswith("#"):  #! if not line:
            continue
        name, _, value = line.partition("=")
        out[name.strip()] = parse(value.strip())  #! out[name] = parse(value.strip())
    return out
