# task: take all words shorter than `least` out of the list itself, and give the list
# test: assert remove_short(["a", "bb", "ccc"], 2) == ["bb", "ccc"]
# test: assert remove_short(["a", "b", "ccc"], 2) == ["ccc"]
# hidden: assert remove_short([], 2) == []
# hidden: assert remove_short(["x", "y", "z", "long"], 3) == ["long"]
# hidden: w = ["a", "b"]; assert remove_short(w, 5) is w and w == []


def remove_short(words, least):
    for word in list(words):  #! for word in words:
        if len(word) < least:
            words.remove(word)
    return words
