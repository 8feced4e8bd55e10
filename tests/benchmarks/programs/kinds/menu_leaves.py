# task: the names of all dishes of a menu with menus inside it, in order
# test: assert dishes({"soup": 4}) == ["soup"]; assert dishes({"cake": 3}) == ["cake"]
# test: assert dishes({"mains": {"fish": 9, "rice": 7}, "tea": 2}) == ["fish", "rice", "tea"]
# hidden: assert [dishes({"a": 1}), dishes({"b": 1}), dishes({})] == [["a"], ["b"], []]
# hidden: assert dishes({"x": {"y": {"z": 1}}}) == ["z"]
# hidden: first = dishes({"a": 1}); dishes({"b": 2}); assert first == ["a"]


def dishes(menu, found=None):  #! def dishes(menu, found=[]):
    if found is None:
        found = []
    for name, inside in menu.items():
        if isinstance(inside, dict):
            dishes(inside, found)
        else:
            found.append(name)
    return found
