# task: each word's middle letter, or its two middle letters when its length is even, joined with dots
# test: assert middles("cat") == "a"
# test: assert middles("cats run") == "at.u"
# hidden: assert middles("") == ""
# hidden: assert middles("ab c") == "ab.c"
# hidden: assert middles("garden gate") == "rd.at"
# hidden: assert middles("seven green boots") == "v.e.o"


def middle(word):
    half = len(word) // 2  #! half = len(word) / 2
    if len(word) % 2 == 0:
        return word[half - 1 : half + 1]
    return word[half]


def middles(sentence):
    parts = []
    for word in sentence.split():
        parts.append(middle(word))
    return ".".join(parts)
