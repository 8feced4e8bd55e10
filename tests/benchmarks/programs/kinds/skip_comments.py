# task: the words of a text, without lines that begin with "#"
# test: assert words("a b\nc") == ["a", "b", "c"]
# test: assert words("a\n# no\nb") == ["a", "b"]
# hidden: assert words("# x\n# y\nz") == ["z"]
# hidden: assert words("") == []
# hidden: assert words("p\n#q\nr s\n#t\nu") == ["p", "r", "s", "u"]


def words(text):
    found = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue  #! break
        found.extend(line.split())
    return found
