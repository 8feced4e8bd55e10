# task: a letter with every secret word replaced by as many "#" as it has letters, and how many places were replaced
# test: assert redact("meet Bob at noon", ["Bob"]) == ("meet ### at noon", 1)
# test: assert redact("nothing here", []) == ("nothing here", 0)
# hidden: assert redact("red fox, red hen", ["red"]) == ("### fox, ### hen", 2)
# hidden: assert redact("ab cd ef", ["ef", "ab"]) == ("## cd ##", 2)
# hidden: assert redact("", ["x"]) == ("", 0)
# hidden: assert redact("no match", ["zebra"]) == ("no match", 0)


def redact(letter, secrets):
    replaced = 0
    # longer words first, as a short one may be part of them
    for secret in sorted(secrets, key=len, reverse=True):
        bar = "#" * len(secret)
        replaced += letter.count(secret)
        letter = letter.replace(secret, bar)  #! letter = letter.replace(bar, secret)
    return letter, replaced
