# task: the words of a text by their length, each once, in order of the text
# test: assert by_length("to be or not to be") == {2: ["to", "be", "or"], 3: ["not"]}
# test: assert by_length("a") == {1: ["a"]}


def words_of(text):
    return text.lower().split()


def add_once(words, word):
    if word not in words:
        words.append(word)


def by_length(text):
    groups = {}
    for word in words_of(text):
        group = groups.setdefault(len(word), [])  #! group = groups.setdefault(len(word) - 1, [])
        add_once(group, word)
    return groups
