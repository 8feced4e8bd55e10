# task: write runs of a character as the character and the count, e.g. "aab" as "a2b1"
# test: assert compress("aab") == "a2b1"
# test: assert compress("") == ""
# hidden: assert compress("zzz") == "z3"
# hidden: assert compress("abca") == "a1b1c1a1"
# hidden: assert compress("x") == "x1"


def compress(text):
    out = ""
    count = 0
    for place, char in enumerate(text):
        count += 1
        if place + 1 == len(text) or text[place + 1] != char:
            out += char + str(count)
            count = 0  #!
    return out
