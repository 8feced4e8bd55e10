# task: shift letters by n places in the alphabet, others stay
# test: assert shifted("Az, b", 1) == "Ba, c"
import string
LETTERS = string.ascii_lowercase
def shift_letter(letter, n):
    place = LETTERS.index(letter.lower())
    moved = LETTERS[(place + n) % 26]  #! moved = LETTERS[(place - n) % 26]
    return moved.upper() if letter.isupper() else moved  #! return moved.upper() if letter.islower() else moved
def shifted(text, n):
    out = ""
    for sign in text:
        out += shift_letter(sign, n) if sign.isalpha() else sign
    return out  #! return out.strip("B")
