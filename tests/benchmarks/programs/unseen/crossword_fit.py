# task: the words of a list that fit into a crossword's pattern, in which "." stands for a letter not known yet
# test: assert fitting("c.t", ["cat", "dog", "cots"]) == ["cat"]
# test: assert fitting("..g", ["dog", "log", "cat"]) == ["dog", "log"]
# test: assert fitting("b.g", ["bat", "bug"]) == ["bug"]
# hidden: assert fitting("...", ["cat", "dove", "ox"]) == ["cat"]
# hidden: assert fitting("tr..n", ["train", "trial", "brain"]) == ["train"]
# hidden: assert fitting("a", ["b", "a"]) == ["a"]
# hidden: assert fitting("s...e", ["stone", "shark", "store", "plane"]) == ["stone", "store"]


def fits(pattern, word):
    if len(pattern) != len(word):
        return False
    for wanted, letter in zip(pattern, word):
        if wanted == ".":
            continue  #! return True
        if wanted != letter:
            return False
    return True


def fitting(pattern, words):
    result = []
    for word in words:
        if fits(pattern, word):
            result.append(word)
    return result
