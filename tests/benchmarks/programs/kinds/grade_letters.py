# task: the letter of a mark: F below 50, C from 50, B from 65, A from 80
# test: assert [letter(mark) for mark in (49, 60, 70, 90)] == ["F", "C", "B", "A"]
# test: assert letter(50) == "C"
# hidden: assert letter(65) == "B"
# hidden: assert letter(80) == "A"
# hidden: assert letter(0) == "F"
# hidden: assert letter(79) == "B"
from bisect import bisect_left, bisect_right

LIMITS = [50, 65, 80]


def letter(mark):
    return "FCBA"[bisect_right(LIMITS, mark)]  #! return "FCBA"[bisect_left(LIMITS, mark)]
