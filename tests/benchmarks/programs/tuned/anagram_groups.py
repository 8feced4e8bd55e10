# task: groups of words with the same letters, in order of first words
# test: assert groups(["tea", "ate", "tan", "eat", "ant"]) == [["tea", "ate", "eat"], ["tan", "ant"]]
# test: assert groups([]) == []


def key(word):
    return "".join(sorted(word))  #! return "".join(sorted(word))[:1]


def groups(words):
    found = {}
    for word in words:
        found.setdefault(key(word), []).append(word)
    return list(found.values())
