# task: words that are anagrams of each other together, each group sorted, groups in order of first appearance
# test: assert anagrams(["tea", "eat", "tan"]) == [["eat", "tea"], ["tan"]]
# test: assert anagrams([]) == []
# hidden: assert anagrams(["b"]) == [["b"]]
# hidden: assert anagrams(["on", "no", "pots", "stop", "x"]) == [["no", "on"], ["pots", "stop"], ["x"]]


def signature(word):
    return "".join(sorted(word))  #! return "".join(reversed(word))


def anagrams(words):
    groups = {}
    for word in words:
        groups.setdefault(signature(word), []).append(word)
    return [sorted(group) for group in groups.values()]
