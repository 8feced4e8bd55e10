# task: how much water stays between walls of some heights after rain
# test: assert water([0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1]) == 6
# test: assert water([3, 0, 3]) == 3
# test: assert water([]) == 0


def highest_left(heights):
    result = []
    best = 0
    for height in heights:
        best = max(best, height)
        result.append(best)
    return result


def water(heights):
    left = highest_left(heights)
    right = highest_left(heights[::-1])[::-1]  #! right = highest_left(heights[::-1])
    total = 0
    for place, height in enumerate(heights):
        total += min(left[place], right[place]) - height
    return total
