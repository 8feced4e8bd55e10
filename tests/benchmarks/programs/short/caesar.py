# task: shift each letter of the alphabet, keep everything else
# test: assert shift("abc", 1) == "bcd"
# test: assert shift("xyz", 3) == "abc"
# test: assert shift("Hi, you!", 0) == "Hi, you!"
# hidden: assert shift("Zebra", 1) == "Afcsb"
# hidden: assert shift("a", 27) == "b"


def shift(text, by):
    out = ""
    for letter in text:
        if letter.isalpha():
            base = ord("A") if letter.isupper() else ord("a")
            place = (ord(letter) - base + by) % 26  #! place = (ord(letter) - base + by) % 25
            out += chr(base + place)
        else:
            out += letter
    return out
