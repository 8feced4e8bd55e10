# task: the square root of a number, to within an error
# test: assert abs(near_root(4, 0.01) - 2) < 0.01
# test: assert abs(near_root(1, 0.01) - 1) < 0.01
# hidden: assert abs(near_root(2, 0.001) - 1.41421) < 0.001
# hidden: assert abs(near_root(81, 0.01) - 9) < 0.01


def near_root(number, error):
    guess = number / 2
    while abs(number - guess * guess) > error:  #! while abs(number - guess) > error:
        guess = (guess + number / guess) / 2
    return guess
