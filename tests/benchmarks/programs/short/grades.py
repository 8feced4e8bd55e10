# task: the letter grade of a score: A from 90, B from 75, C from 60, else F
# test: assert grade(90) == "A"
# test: assert grade(75) == "B"
# test: assert grade(59) == "F"
# hidden: assert grade(100) == "A"
# hidden: assert [grade(score) for score in (90, 91)] == ["A", "A"]
# hidden: assert grade(60) == "C"
# hidden: assert grade(74) == "C"
# hidden: assert grade(89) == "B"


def grade(score):
    if score >= 90:  #! if score > 90:
        return "A"
    if score >= 75:
        return "B"
    if score >= 60:
        return "C"
    return "F"
