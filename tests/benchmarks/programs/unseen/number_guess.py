# task: the guesses of a player who halves the range from low to high until the secret number is hit, the lower middle first
# test: assert guesses(1, 7, 4) == [4]
# test: assert guesses(1, 7, 6) == [4, 6]
# test: assert guesses(1, 3, 1) == [2, 1]
# hidden: assert guesses(5, 5, 5) == [5]
# hidden: assert guesses(1, 8, 8) == [4, 6, 7, 8]
# hidden: assert guesses(1, 100, 1) == [50, 25, 12, 6, 3, 1]
# hidden: assert guesses(0, 1, 1) == [0, 1]


def hint(guess, secret):
    if guess == secret:
        return "right"
    if guess < secret:  #! if guess > secret:
        return "higher"
    return "lower"


def guesses(low, high, secret):
    made = []
    while low <= high:
        guess = (low + high) // 2
        made.append(guess)
        answer = hint(guess, secret)
        if answer == "right":
            break
        if answer == "higher":
            low = guess + 1
        else:
            high = guess - 1
    return made
