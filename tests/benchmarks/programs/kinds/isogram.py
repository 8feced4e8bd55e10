# task: whether no letter occurs twice in a text, large and small letters being the same, other characters ignored
# test: assert isogram("world")
# test: assert not isogram("hello")
# test: assert isogram("six-year-old")
# hidden: assert not isogram("Alpha")
# hidden: assert isogram("")
# hidden: assert not isogram("abcdefga")
# hidden: assert isogram("- - -")


def isogram(text):
    seen = set()
    for char in text.lower():
        if not char.isalpha():
            continue
        if char in seen:
            return False
        seen.add(char)
        #! return True
    return True
