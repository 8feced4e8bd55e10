# task: how many guesses a player needs who always guesses the middle number (the lower of two) between 1 and a top number
# test: assert guesses(4, 7) == 1
# test: assert guesses(6, 7) == 2
# test: assert guesses(1, 7) == 3
# hidden: assert guesses(7, 7) == 3
# hidden: assert guesses(1, 1) == 1
# hidden: assert guesses(100, 100) == 7
# hidden: assert [guesses(n, 6) for n in range(1, 7)] == [2, 3, 1, 3, 2, 3]


def guesses(secret, top):
    low, high = 1, top
    count = 0
    while low <= high:
        count += 1
        guess = (low + high) // 2
        if guess == secret:
            return count
        if guess < secret:  #! if guess > secret:
            low = guess + 1
        else:
            high = guess - 1
    raise ValueError(f"{secret} is not between 1 and {top}")
