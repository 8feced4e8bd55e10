# task: chains of words in which each begins with the last letter of the one before; the longest one there is
# test: assert chain(["tea", "ant", "nut", "apple"]) == ["ant", "tea", "apple"]
# test: assert chain(["x"]) == ["x"]


def extend(way, words):
    best = way
    for word in words:
        if word in way or word[0] != way[-1][-1]:
            continue
        longer = extend(way + [word], words)
        if len(longer) > len(best):
            best = longer  #! best = way + [word]
    return best


def chain(words):
    best = []
    for word in words:
        found = extend([word], words)
        if len(found) > len(best):
            best = found
    return best
