# task: the length of the longest run of zeros in a list of loudness values
# test: assert silence([0, 0, 5, 0]) == 2
# test: assert silence([3, 0, 4, 0, 0]) == 2
# test: assert silence([1, 2]) == 0
# hidden: assert silence([]) == 0
# hidden: assert silence([0, 1, 0, 1, 0]) == 1
# hidden: assert silence([0, 0, 0]) == 3
# hidden: assert silence([0, 7, 0, 0, 0, 7, 0, 0]) == 3


def silence(values):
    longest = 0
    current = 0
    for value in values:
        if value == 0:
            current += 1
            longest = max(longest, current)
        else:
            current = 0  #! current -= 1
    return longest
