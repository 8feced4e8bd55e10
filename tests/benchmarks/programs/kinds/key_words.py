# task: the words of a title that matter, in lower case: not the small words, and no word twice
# test: assert key_words("The Lord of the Rings") == ["lord", "rings"]
# test: assert key_words("Of Mice and Men") == ["mice", "men"]
# hidden: assert key_words("") == []
# hidden: assert key_words("the of and") == []
# hidden: assert key_words("Big big world") == ["big", "world"]
# hidden: assert key_words("A tale of a tub") == ["tale", "tub"]

SMALL = {"a", "an", "and", "of", "the"}


def key_words(title):
    words = []
    for word in title.lower().split():
        if word not in SMALL and word not in words:  #! if word in SMALL and word not in words:
            words.append(word)
    return words
