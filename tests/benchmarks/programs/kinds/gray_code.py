# task: all words of 0 and 1 of a length, ordered so that neighbours differ in one place, from all zeros on
# test: assert gray_code(0) == [""]
# test: assert gray_code(1) == ["0", "1"]
# test: assert gray_code(2) == ["00", "01", "11", "10"]
# hidden: assert gray_code(4)[7:9] == ["0100", "1100"]
# hidden: assert gray_code(3) == ["000", "001", "011", "010", "110", "111", "101", "100"]
# hidden: assert len(set(gray_code(6))) == 64


def gray_code(length):
    if length == 0:  #!
        return [""]  #!
    shorter = gray_code(length - 1)
    words = []
    for word in shorter:
        words.append("0" + word)
    for word in reversed(shorter):
        words.append("1" + word)
    return words
