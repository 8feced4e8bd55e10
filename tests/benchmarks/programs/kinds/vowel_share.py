# task: the share of vowels among the letters of a text, in whole percent, rounded; 0 without letters
# test: assert vowel_share("abcd") == 25
# test: assert vowel_share("") == 0
# test: assert vowel_share("a b!") == 50
# hidden: assert vowel_share("AEI") == 100
# hidden: assert vowel_share("12 3") == 0
# hidden: assert vowel_share("Oslo") == 50


def vowel_share(text):
    letters = [char for char in text.lower() if char.isalpha()]  #! letters = [char for char in text.lower()]
    if not letters:
        return 0
    vowels = sum(char in "aeiou" for char in letters)
    return round(100 * vowels / len(letters))
