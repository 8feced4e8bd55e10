# task: the path of a file in folders, which are dictionaries, such as "docs/old/a.txt"; None if it is not there
# test: assert find({"a.txt": 1}, "a.txt") == "a.txt"
# test: assert find({"docs": {"b.txt": 1}, "pics": {"c.png": 1}}, "b.txt") == "docs/b.txt"
# test: assert find({"docs": {"b.txt": 1}, "pics": {"c.png": 1}}, "c.png") == "pics/c.png"
# hidden: assert find({"docs": {}}, "x") is None
# hidden: assert find({"a": {"b": {}, "c": {"d": 1}}, "e": 2}, "d") == "a/c/d"
# hidden: assert find({"a": {"b": 1}, "e": 2}, "e") == "e"
# hidden: assert find({}, "e") is None


def find(folder, wanted, path=""):
    for name, inside in folder.items():
        if name == wanted:
            return path + name
        if isinstance(inside, dict):
            found = find(inside, wanted, path + name + "/")
            if found is not None:  #! return found
                return found  #!
    return None
