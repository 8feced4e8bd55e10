# task: the words in lines of at most `width` characters, spaces spread evenly, the first gaps wider; the last line plain
# test: assert justify("to be or not to be", 9) == ["to  be or", "not to be"]
# test: assert justify("a bb ccc", 6) == ["a   bb", "ccc"]


def pack(words, width):
    lines, line = [], []
    for word in words:
        if line and len(" ".join([*line, word])) > width:
            lines.append(line)
            line = []
        line.append(word)
    lines.append(line)
    return lines


def spread(line, width):
    if len(line) == 1:
        return line[0]
    letters = sum(len(word) for word in line)
    gaps = len(line) - 1
    each, more = divmod(width - letters, gaps)
    out = line[0]
    for number, word in enumerate(line[1:]):
        space = each + (1 if number < more else 0)  #! space = each + (1 if number > more else 0)
        out += " " * space + word
    return out


def justify(text, width):
    lines = pack(text.split(), width)
    return [spread(line, width) for line in lines[:-1]] + [" ".join(lines[-1])]
