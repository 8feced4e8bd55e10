# task: the total size of a folder, given as a dictionary from names to sizes or to further folders, and that size as a text like "3 bytes"
# test: assert size({}) == 0
# test: assert size({"a.txt": 10, "b.txt": 5}) == 15
# test: assert size({"a.txt": 1, "docs": {"b.txt": 2}}) == 3
# hidden: assert size({"x": {"y": {"z": {}}}}) == 0
# hidden: assert size({"x": {"y": {"z": 7}, "w": 1}, "v": 2}) == 10
# hidden: assert size_text({"big": 1000, "empty": {}}) == "1000 bytes"


def size(entry):
    if isinstance(entry, int):  #!
        return entry  #!
    total = 0
    for name in entry:
        total += size(entry[name])
    return total


def size_text(folder):
    return f"{size(folder)} bytes"
