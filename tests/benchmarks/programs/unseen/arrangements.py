# task: all orders of the letters of a word, in the order in which the letters stand; letters that are equal count apart
# test: assert arrangements("ab") == ["ab", "ba"]
# test: assert arrangements("abc") == ["abc", "acb", "bac", "bca", "cab", "cba"]
# hidden: assert arrangements("x") == ["x"]
# hidden: assert arrangements("") == [""]
# hidden: assert arrangements("ba") == ["ba", "ab"]
# hidden: assert len(arrangements("abcd")) == 24
# hidden: assert arrangements("aa") == ["aa", "aa"]


def arrangements(word):
    if not word:  #!
        return [""]  #!
    result = []
    for place, letter in enumerate(word):
        others = word[:place] + word[place + 1 :]
        for rest in arrangements(others):
            result.append(letter + rest)
    return result
