# task: break words into lines of at most `width` characters, words joined by one space
# test: assert wrap("a bb ccc", 4) == ["a bb", "ccc"]
# test: assert wrap("aa bb", 4) == ["aa", "bb"]
# hidden: assert wrap("", 5) == []
# hidden: assert wrap("one two three four", 9) == ["one two", "three", "four"]
# hidden: assert wrap("ab cd", 5) == ["ab cd"]


def wrap(text, width):
    lines = []
    line = ""
    for word in text.split():
        if not line:
            line = word
        elif len(line) + 1 + len(word) <= width:  #! elif len(line) + len(word) <= width:
            line += " " + word
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines
