# task: move letters by n places in the alphabet, around its end; other characters stay
# test: assert caesar("abc", 1) == "bcd"
# test: assert caesar("xyz", 2) == "zab"
# test: assert caesar("a b", 1) == "b c"
# hidden: assert caesar("Zed!", 1) == "Afe!"
# hidden: assert caesar("abc", 27) == "bcd"
# hidden: assert caesar("bcd", -1) == "abc"


def shifted(char, n, first):
    return chr((ord(char) - ord(first) + n) % 26 + ord(first))  #! return chr((ord(char) - ord(first) + n) + ord(first))


def caesar(text, n):
    out = ""
    for char in text:
        if char.islower():
            out += shifted(char, n, "a")
        elif char.isupper():
            out += shifted(char, n, "A")
        else:
            out += char
    return out
