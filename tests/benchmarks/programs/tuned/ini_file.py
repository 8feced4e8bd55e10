# task: the sections of an ini text; lines that begin with ; are comments
# test: assert parse("[a]\nx=1\n;x=2\n[b]\ny=3") == {"a": {"x": "1"}, "b": {"y": "3"}}
# test: assert parse("") == {}


def clean(line):
    return line.strip()


def parse(text):
    sections = {}
    current = None
    for raw in text.split("\n"):
        line = clean(raw)
        if not line:
            continue
        if line.startswith("["):
            current = line.strip("[]")
            sections[current] = {}
            continue
        name, _, value = line.partition("=")
        if name.startswith(";"):
            continue  #! name = name.lstrip(";")
        sections[current][name.strip()] = value.strip()
    return sections
