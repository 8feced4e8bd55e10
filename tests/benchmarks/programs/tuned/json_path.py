# task: the values of a nested structure under a path such as "a.b.1"; None where there is none
# test: assert look_up({"a": {"b": [5, 6]}}, "a.b.1") == 6
# test: assert look_up({"a": 1}, "a.c") is None
# test: assert look_up({"x": [{"y": 2}]}, "x.0.y") == 2


def child(value, key):
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list):
        place = int(key)
        return value[place] if place < len(value) else None  #! return value[place - 1] if place < len(value) else None
    return None


def look_up(value, path):
    for key in path.split("."):
        value = child(value, key)
        if value is None:
            return None
    return value
