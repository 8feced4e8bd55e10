# task: the longest text that all words begin with
# test: assert prefix(["flow", "flower"]) == "flow"
# test: assert prefix(["abd", "acc"]) == "a"
# test: assert prefix(["x", "y"]) == ""
# hidden: assert prefix([]) == ""
# hidden: assert prefix(["same", "same"]) == "same"
# hidden: assert prefix(["abc", "ab", "abcd"]) == "ab"


def prefix(words):
    if not words:
        return ""
    found = words[0]
    for word in words:
        while not word.startswith(found):  #! if not word.startswith(found):
            found = found[:-1]
    return found
