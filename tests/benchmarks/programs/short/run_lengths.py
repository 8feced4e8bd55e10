# task: pairs of a letter and how often it stands in a row
# test: assert runs("aab") == [("a", 2), ("b", 1)]
# test: assert runs("") == []
# test: assert runs("zzz") == [("z", 3)]
# hidden: assert runs("abc") == [("a", 1), ("b", 1), ("c", 1)]
# hidden: assert runs("aabbaa") == [("a", 2), ("b", 2), ("a", 2)]


def runs(text):
    found = []
    count = 0
    for place, letter in enumerate(text):
        count += 1
        if place + 1 == len(text) or text[place + 1] != letter:
            found.append((letter, count))
            count = 0  #! count = 1
    return found
