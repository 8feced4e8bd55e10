# task: words by their first letter, small letters, in the order in which they come
# test: assert groups(["ab", "ba", "ac"]) == {"a": ["ab", "ac"], "b": ["ba"]}
# test: assert groups(["Ab", "a"]) == {"a": ["Ab", "a"]}
# hidden: assert groups([]) == {}
# hidden: assert groups(["X", "y", "x"]) == {"x": ["X", "x"], "y": ["y"]}


def groups(words):
    found = {}
    for word in words:
        first = word[0].lower()
        if first not in found:
            found[first] = []
        found[first].append(word)  #! found[first] = [word]
    return found
