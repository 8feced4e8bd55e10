# task: each word with the next one
# test: assert pairs(iter(["a", "b", "c"])) == [("a", "b"), ("b", "c")]
# test: assert pairs(iter([])) == []
# hidden: assert pairs(["x"]) == []
# hidden: assert pairs(["x", "y"]) == [("x", "y")]
# hidden: assert pairs(iter("abcd")) == [("a", "b"), ("b", "c"), ("c", "d")]


def pairs(words):
    words = list(words)  #!
    return [(one, other) for one, other in zip(words, words[1:])]
