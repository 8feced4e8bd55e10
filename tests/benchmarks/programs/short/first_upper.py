# task: the first word that is written in upper case, or None
# test: assert first_upper("see the NASA page") == "NASA"
# test: assert first_upper("nothing here") is None
# test: assert first_upper("IBM") == "IBM"
# hidden: assert first_upper("") is None
# hidden: assert first_upper("a B C") == "B"


def first_upper(text):
    for word in text.split():
        if word.isupper():
            return word
        #! return None
    return None  #!
