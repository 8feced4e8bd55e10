# task: count the answers that mean yes ("y" or "yes"), in large or small letters, with or without spaces around
# test: assert count_yes(["yes", "no", "y"]) == 2
# test: assert count_yes(["Yes", "NO"]) == 1
# test: assert count_yes([" y ", "YES"]) == 2
# hidden: assert count_yes([]) == 0
# hidden: assert count_yes(["Y", "yes ", "yess"]) == 2
# hidden: assert count_yes(["  YES", "n", "\ty\n"]) == 2
# hidden: assert count_yes(["", " "]) == 0


def is_yes(answer):
    cleaned = answer.strip().lower()  #! cleaned = answer.strip()
    return cleaned in ("y", "yes")


def count_yes(answers):
    count = 0
    for answer in answers:
        if is_yes(answer):
            count += 1
    return count
