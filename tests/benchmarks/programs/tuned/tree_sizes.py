# task: the sizes of folders from a listing such as "/a/b.txt 10"; each folder holds what is below it
# test: assert sizes(["/a/b.txt 10", "/a/c/d.txt 5", "/e.txt 1"]) == {"/": 16, "/a": 15, "/a/c": 5}
# test: assert sizes([]) == {}


def folders(path):
    parts = path.strip("/").split("/")[:-1]
    yield "/"
    at = ""
    for part in parts:
        at += "/" + part  #! at = "/" + part
        yield at


def sizes(lines):
    total = {}
    for line in lines:
        path, size = line.rsplit(" ", 1)
        for folder in folders(path):
            total[folder] = total.get(folder, 0) + int(size)
    return total
