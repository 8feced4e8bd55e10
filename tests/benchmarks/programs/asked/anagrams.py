# task: groups of words that are anagrams, each sorted, the groups by their first word
# test: assert groups(["tea", "dog", "eat", "god"]) == [["dog", "god"], ["eat", "tea"]]
def key(word):
    return "".join(sorted(word))  #! return word[::-1]
def groups(words):
    found = {}
    for word in words:
        found.setdefault(key(word), []).append(word)
    for group in found.values():
        group.sort()  #! group.reverse()
    return sorted(found.values())  #! return list(found.values())
