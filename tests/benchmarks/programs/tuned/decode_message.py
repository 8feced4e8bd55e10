# task: a message in which a number in front of brackets repeats what is inside: "2[ab3[c]]d"
# test: assert decode("2[ab3[c]]d") == "abcccabcccd"
# test: assert decode("x") == "x"
# test: assert decode("12[z]") == "z" * 12


def decode(text):
    stack = []
    current = ""
    count = 0
    for letter in text:
        if letter.isdigit():
            count = count * 10 + int(letter)
        elif letter == "[":
            stack.append((current, count))
            current = ""
            count = 0  #!
        elif letter == "]":
            before, times = stack.pop()
            current = before + current * times
        else:
            current += letter
    return current
