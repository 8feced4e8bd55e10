# task: a text with its letters large and small in turn, the first one large; what is no letter stays and does not count
# test: assert wave("hello") == "HeLlO"
# test: assert wave("a-b") == "A-b"
# hidden: assert wave("") == ""
# hidden: assert wave("it is ok") == "It Is Ok"
# hidden: assert wave("ABC 1 d") == "AbC 1 d"


def wave(text):
    large = True
    result = ""
    for char in text:
        if not char.isalpha():
            result += char
            continue
        new = char.upper() if large else char.lower()  #! new = char.lower() if large else char.upper()
        result += new
        large = not large
    return result
