# task: the longest run of one letter in each text
# test: assert longest_runs(["aab", "b", "cccd"]) == [2, 1, 3]
# test: assert longest_runs(["aaa"]) == [3]
# test: assert longest_runs([]) == []


def longest_runs(texts):
    found = []
    best = 0
    for text in texts:
        best = 0  #!
        length, before = 0, None
        for letter in text:
            length = length + 1 if letter == before else 1
            before = letter
            if length > best:
                best = length
        found.append(best)
    return found
