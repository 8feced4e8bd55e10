# task: the fields of a query text; a name that comes again gets a list
# test: assert fields("a=1&b=2&a=3") == {"a": ["1", "3"], "b": "2"}
# test: assert fields("q=x%20y&flag") == {"q": "x y", "flag": ""}
# test: assert fields("e=a=b") == {"e": "a=b"}


def plain(text):
    return text.replace("+", " ").replace("%20", " ")


def pair(part):
    name, mark, value = part.partition("=")
    return plain(name), plain(value) if mark else ""


def fields(text):
    found = {}
    for part in text.split("&"):
        name, value = pair(part)
        if name in found:
            old = found[name]
            if not isinstance(old, list):
                old = [old]
            found[name] = old + [value]  #! found[value] = old + [value]
        else:
            found[name] = value
    return found
