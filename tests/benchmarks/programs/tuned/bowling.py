# task: the score of a bowling game: a spare counts the next roll again, a strike the next two
# test: assert score([10] + [3, 6] + [0] * 16) == 28
# test: assert score([5, 5, 4] + [0] * 17) == 18
# test: assert score([10] * 12) == 300
# test: assert score([1] * 20) == 20


def score(rolls):
    total = 0
    at = 0
    for _ in range(10):
        if rolls[at] == 10:
            total += 10 + rolls[at + 1] + rolls[at + 2]
            at += 1
        elif rolls[at] + rolls[at + 1] == 10:
            total += 10 + rolls[at + 2]  #! total += 10 + rolls[at + 1]
            at += 2
        else:
            total += rolls[at] + rolls[at + 1]
            at += 2
    return total
