# task: words of a text in lines of at most a given width
# test: assert wrap("the quick brown fox jumps", 9) == ["the quick", "brown fox", "jumps"]
# test: assert wrap("a", 5) == ["a"]


def words_of(text):
    found = []
    word = ""
    for letter in text:
        if letter == " ":
            if word:
                found.append(word)
            word = ""
        else:
            word += letter
    if word:
        found.append(word)
    return found


def wrap(text, width):
    lines = []
    line = []
    used = 0
    for word in words_of(text):
        room = len(word) + (1 if line else 0)
        if used + room > width:
            lines.append(" ".join(line))
            line = []
            used = 0  #!
            room = len(word)
        line.append(word)
        used += room
    if line:
        lines.append(" ".join(line))
    return lines
