# task: a text in pig latin: the letters before the first vowel of a word go to its end, then "ay"; without a vowel only "ay" is added
# test: assert pig_latin("apple") == "appleay"
# test: assert pig_latin("pig") == "igpay"
# test: assert pig_latin("green tree") == "eengray eetray"
# hidden: assert pig_latin("") == ""
# hidden: assert pig_latin("string") == "ingstray"
# hidden: assert pig_latin("hmm oh") == "hmmay ohay"
# hidden: assert pig_latin("school") == "oolschay"


def word_in_pig_latin(word):
    for i, letter in enumerate(word):
        if letter in "aeiou":
            return word[i:] + word[:i] + "ay"  #! return word[i:] + word[: i - 1] + "ay"
    return word + "ay"


def pig_latin(text):
    return " ".join(word_in_pig_latin(word) for word in text.split())
