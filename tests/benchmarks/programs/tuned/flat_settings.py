# task: nested settings with dotted names
# test: assert flat({"ui": {"font": {"size": 9}}, "log": 1}) == {"ui.font.size": 9, "log": 1}
# test: assert flat({"a": []}) == {"a": []}


def join(prefix, key):
    return f"{prefix}.{key}" if prefix else key


def flat(settings, prefix=""):
    found = {}
    for key, value in settings.items():
        name = join(prefix, key)
        if isinstance(value, dict):
            found.update(flat(value, name))  #! found.update(flat(value, key))
        else:
            found[name] = value
    return found


def nested(settings):
    result = {}
    for name, value in settings.items():
        *path, last = name.split(".")
        inner = result
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return result
