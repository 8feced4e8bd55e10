# task: the first letters of the words of a text, as capital letters
# test: assert acronym("as soon as possible") == "ASAP"
# test: assert acronym("a  b") == "AB"
# test: assert acronym("World Wide Web") == "WWW"
# hidden: assert acronym("") == ""
# hidden: assert acronym("  two  spaces ") == "TS"


def acronym(text):
    letters = ""
    for word in text.split():  #! for word in text.split(" "):
        letters += word[0].upper()
    return letters
