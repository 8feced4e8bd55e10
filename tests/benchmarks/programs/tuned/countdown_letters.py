# task: the longest words that can be made from some letters, each letter used as often as it is there
# test: assert longest("aabn", ["ban", "banana", "nab", "ab"]) == ["ban", "nab"]
# test: assert longest("x", ["y"]) == []
from collections import Counter


def can_make(word, letters):
    have = Counter(letters)
    for letter, count in Counter(word).items():
        if have[letter] < count:
            return False
    return True


def longest(letters, words):
    best = []
    size = 0
    for word in words:
        if not can_make(word, letters):
            continue
        if len(word) > size:
            size = len(word)
            best = [word]
        elif len(word) == size:  #! elif len(word) >= len(best):
            best.append(word)
    return best
