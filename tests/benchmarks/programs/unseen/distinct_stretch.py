# task: the longest stretch of a text without a letter twice; the first of several
# test: assert distinct_stretch("abcd") == "abcd"
# test: assert distinct_stretch("abcabcbb") == "abc"
# test: assert distinct_stretch("aaa") == "a"
# hidden: assert distinct_stretch("") == ""
# hidden: assert distinct_stretch("pwwkew") == "wke"
# hidden: assert distinct_stretch("abba") == "ab"
# hidden: assert distinct_stretch("tmmzuxt") == "mzuxt"


def distinct_stretch(text):
    last_seen = {}
    start = 0
    best = ""
    for place, letter in enumerate(text):
        if letter in last_seen and last_seen[letter] >= start:
            start = last_seen[letter] + 1  #! start = last_seen[letter]
        last_seen[letter] = place
        if place - start + 1 > len(best):
            best = text[start : place + 1]
    return best
