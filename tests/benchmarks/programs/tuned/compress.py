# task: a text with repeated characters as counts, expanded again: the length of both
# test: assert lengths("aaabccd") == (6, 7)
# test: assert lengths("") == (0, 0)


def pack(text):
    out = []
    place = 0
    while place < len(text):
        end = place
        while end < len(text) and text[end] == text[place]:
            end += 1
        count = end - place
        out.append(text[place] + (str(count) if count > 1 else ""))
        place = end
    return "".join(out)


def unpack(text):
    out = ""
    place = 0
    while place < len(text):
        letter = text[place]
        place += 1
        digits = ""
        while place < len(text) and text[place].isdigit():
            digits += text[place]
            place += 1
        out += letter * (int(digits) if digits else 1)  #! out += letter * (int(digits) if digits else 0)
    return out


def lengths(text):
    packed = pack(text)
    return len(packed), len(unpack(packed))
