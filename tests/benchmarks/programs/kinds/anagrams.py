# task: groups of words that are anagrams of each other, only groups of two or more, in order of their first words
# test: assert groups(["ab", "ba", "c"]) == [["ab", "ba"]]
# test: assert groups(["abc", "cab", "bca"]) == [["abc", "cab", "bca"]]
# hidden: assert groups([]) == []
# hidden: assert groups(["x", "no", "on", "x", "y"]) == [["x", "x"], ["no", "on"]]


def groups(words):
    found = {}
    for word in words:
        key = "".join(sorted(word))  #! key = word
        found.setdefault(key, []).append(word)
    return [group for group in found.values() if len(group) > 1]
