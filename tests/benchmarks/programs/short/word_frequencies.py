# task: how often each word occurs, whatever its case
# test: assert frequencies("a b A") == {"a": 2, "b": 1}
# test: assert frequencies("") == {}
# test: assert frequencies("x x x") == {"x": 3}
# hidden: assert frequencies("The the THE cat") == {"the": 3, "cat": 1}
# hidden: assert frequencies("one") == {"one": 1}


def frequencies(text):
    counts = {}
    for word in text.lower().split():  #! for word in text.split():
        if word not in counts:
            counts[word] = 0
        counts[word] += 1
    return counts
