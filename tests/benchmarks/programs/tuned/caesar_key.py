# task: a text with each letter moved by the next digit of a key, other characters kept and no digit used for them
# test: assert shifted("ab-c", "12") == "bd-d"
# test: assert shifted("zz", "1") == "aa"


def turn(letter, by):
    return chr((ord(letter) - ord("a") + by) % 26 + ord("a"))


def shifted(text, key):
    out = []
    place = 0
    for letter in text:
        if letter.isalpha():
            out.append(turn(letter, int(key[place % len(key)])))
            place += 1
        else:
            out.append(letter)  #! out.append(letter); place += 1
    return "".join(out)
