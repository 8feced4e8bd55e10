# task: rows of words as columns of text, each as wide as its longest word, numbers to the right
# test: assert layout([["pen", "12"], ["ruler", "3"]]) == ["pen   12", "ruler  3"]
# test: assert layout([["a"]]) == ["a"]


def widths(rows):
    sizes = [0] * len(rows[0])
    for row in rows:
        for place, word in enumerate(row):
            sizes[place] = max(sizes[place], len(word))  #! sizes[place] = len(word)
    return sizes


def pad(word, size):
    if word.isdigit():
        return word.rjust(size)
    return word.ljust(size)


def layout(rows):
    sizes = widths(rows)
    lines = []
    for row in rows:
        cells = [pad(word, size) for word, size in zip(row, sizes)]
        lines.append(" ".join(cells).rstrip())
    return lines
