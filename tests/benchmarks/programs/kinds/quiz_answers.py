# task: how many answers of a quiz are right, whatever their capitals and outer spaces, and the numbers of wrong ones
# test: assert check([" paris ", "Rome"], ["Paris", "Rome"]) == (2, [])
# test: assert check(["1789", "Bonn"], ["1789", "Berlin"]) == (1, [2])
# hidden: assert check([], []) == (0, [])
# hidden: assert check(["NILE"], ["nile"]) == (1, [])
# hidden: assert check(["", "OSLO\n"], ["Oslo", "oslo"]) == (1, [1])
# hidden: assert check(["a b", "ab"], ["A B", "A B"]) == (1, [2])


def check(given, expected):
    right = 0
    wrong = []
    for number in range(len(expected)):
        answer = given[number].strip().lower()  #! answer = given[number].strip()
        if answer == expected[number].lower():
            right += 1
        else:
            wrong.append(number + 1)
    return right, wrong
