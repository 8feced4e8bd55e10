# task: the dishes without any of the things a guest must not eat, by name; dishes map a name to its ingredients
# test: assert safe_dishes({"soup": ["leek", "cream"]}, {"nuts"}) == ["soup"]
# test: assert safe_dishes({"soup": ["leek", "cream"], "cake": ["nuts", "flour"]}, {"nuts"}) == ["soup"]
# hidden: assert safe_dishes({}, {"milk"}) == []
# hidden: assert safe_dishes({"b": ["x"], "a": ["y"]}, set()) == ["a", "b"]
# hidden: assert safe_dishes({"a": ["x", "y"], "b": ["y"], "c": ["z"]}, {"x", "z"}) == ["b"]
# hidden: assert safe_dishes({"a": ["x"]}, {"x"}) == []


def safe_dishes(dishes, forbidden):
    safe = []
    for name in sorted(dishes):
        harmful = set()
        for item in dishes[name]:
            if item in forbidden:
                harmful.add(item)
        if not harmful:  #! if harmful:
            safe.append(name)
    return safe
