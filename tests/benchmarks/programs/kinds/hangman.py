# task: the word of a hangman game with the guessed letters shown and "_" for the others, and whether all are found
# test: assert shown("cat", "a") == "_a_"
# test: assert shown("banana", "a") == "_a_a_a"
# hidden: assert shown("letter", "et") == "_ette_"
# hidden: assert shown("moon", "") == "____"
# hidden: assert shown("", "abc") == ""
# hidden: assert solved("noon", "on") and not solved("noon", "n")


def shown(word, guesses):
    places = ["_"] * len(word)
    for guess in guesses:
        for i, letter in enumerate(word):
            if letter == guess:
                places[i] = letter
                #! break
    return "".join(places)


def solved(word, guesses):
    return "_" not in shown(word, guesses)
