# task: the words of a sentence that begin with a vowel and those that do not
# test: assert split_words("an old cat") == (["an", "old"], ["cat"])
# test: assert split_words("dog") == ([], ["dog"])
# test: assert split_words("Every Idea") == (["Every", "Idea"], [])
# hidden: assert split_words("") == ([], [])
# hidden: assert split_words("Up and down") == (["Up", "and"], ["down"])


def split_words(sentence):
    vowels, others = [], []
    for word in sentence.split():
        if word[0].lower() in "aeiou":  #! if word[0] in "aeiou":
            vowels.append(word)
        else:
            others.append(word)
    return vowels, others
