# task: in how many ways digits can be read as letters, 1 for A to 26 for Z
# test: assert readings("1") == 1
# test: assert readings("12") == 2
# test: assert readings("30") == 0
# hidden: assert readings("226") == 3
# hidden: assert readings("10") == 1
# hidden: assert readings("27") == 1
# hidden: assert readings("1111") == 5


def readings(digits):
    ways = [0] * (len(digits) + 1)
    ways[0] = 1  #! ways[0] = 0
    for end in range(1, len(digits) + 1):
        if digits[end - 1] != "0":
            ways[end] += ways[end - 1]
        if end >= 2 and "10" <= digits[end - 2 : end] <= "26":
            ways[end] += ways[end - 2]
    return ways[-1]
