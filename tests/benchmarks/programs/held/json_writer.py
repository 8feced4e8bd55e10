# task: plain values as json text: numbers, texts, true, false, null, lists and objects
# test: assert dump({"a": [1, True, None], "b": "x"}) == '{"a": [1, true, null], "b": "x"}'
# test: assert dump([]) == "[]"
# test: assert dump([1, "y"]) == '[1, "y"]'


def quote(text):
    return '"' + text.replace('"', '\\"') + '"'


def dump(value):
    if value is None:
        return "null"
    if isinstance(value, bool):  #!
        return "true" if value else "false"  #!
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, list):
        return "[" + ", ".join(dump(item) for item in value) + "]"
    pairs = [f"{quote(key)}: {dump(item)}" for key, item in value.items()]
    return "{" + ", ".join(pairs) + "}"
