# task: the most frequent words of a text whatever their case, ties by alphabet
# test: assert top("b a b c a b", 2) == [("b", 3), ("a", 2)]
# test: assert top("", 2) == []
# test: assert top("x", 1) == [("x", 1)]
# test: assert top("The the THE", 1) == [("the", 3)]


def clean(text):
    kept = []
    for letter in text:
        if letter.isalpha() or letter == " ":
            kept.append(letter.lower())  #! kept.append(letter)
    return "".join(kept)


def count(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def top(text, size):
    counts = count(clean(text).split())
    pairs = list(counts.items())
    pairs.sort(key=lambda pair: (-pair[1], pair[0]))
    return pairs[:size]
