# task: the places of each letter of a word that is a vowel, by letter
# test: assert vowel_positions("see") == {"e": [1, 2]}
# test: assert vowel_positions("aha") == {"a": [0, 2]}
# hidden: assert vowel_positions("xyz") == {}
# hidden: assert vowel_positions("Oasis") == {"o": [0], "a": [1], "i": [3]}


def vowel_positions(word):
    places = {}
    for place, letter in enumerate(word.lower()):
        if letter in "aeiou":
            places.setdefault(letter, []).append(place)  #! places[letter] = [place]
    return places
