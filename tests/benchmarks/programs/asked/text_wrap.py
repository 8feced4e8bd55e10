# task: wrap words into lines of at most width signs
# test: assert wrap("aa bb cc", 5) == ["aa bb", "cc"]
# test: assert wrap("aaaa b", 4) == ["aaaa", "b"]
def wrap(text, width):
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if len(longer) <= width:  #! if len(longer) < width:
            line = longer
        else:
            lines.append(line)
            line = word  #! line = ""
    if line:
        lines.append(line)
    return lines  #! return lines[:-1]
