# task: a text as runs, and back
# test: assert packed("aaabcc") == "3a1b2c"
# test: assert unpacked("3a1b12c") == "aaab" + "c" * 12
# test: assert packed("") == ""


def runs(text):
    found = []
    for letter in text:
        if found and found[-1][0] == letter:
            found[-1][1] += 1
        else:
            found.append([letter, 1])
    return found


def packed(text):
    return "".join(f"{count}{letter}" for letter, count in runs(text))


def unpacked(text):
    result = []
    count = 0
    for letter in text:
        if letter.isdigit():
            count = count * 10 + int(letter)  #! count = int(letter)
        else:
            result.append(letter * count)
            count = 0
    return "".join(result)
