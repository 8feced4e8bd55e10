# task: the hints of a game of colours: right places, and right colours at wrong places
# test: assert hint("rgby", "rbgg") == (1, 2)
# test: assert hint("rrbb", "bbrr") == (0, 4)
# test: assert hint("rrrr", "rrrr") == (4, 0)


def hint(secret, guess):
    exact = 0
    left = []
    wrong = []
    for one, other in zip(secret, guess):
        if one == other:
            exact += 1
        else:
            left.append(one)
            wrong.append(other)
    near = 0
    for colour in wrong:
        if colour in left:
            near += 1
            left.remove(colour)  #!
    return exact, near
