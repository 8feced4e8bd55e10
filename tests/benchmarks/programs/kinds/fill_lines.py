# task: words in lines of at most so many characters
# test: assert fill("one two", 20) == ["one two"]
# test: assert fill("one two three", 8) == ["one two", "three"]
# hidden: assert fill("a b c d", 3) == ["a b", "c d"]
# hidden: assert fill("longword x", 4) == ["longword", "x"]


def fill(text, width):
    lines = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word  #! line = ""
        else:
            line = f"{line} {word}" if line else word
    if line:
        lines.append(line)
    return lines
