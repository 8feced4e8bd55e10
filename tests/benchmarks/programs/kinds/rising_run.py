# task: the length of the longest rising subsequence
# test: assert rising([1, 2, 3]) == 3
# test: assert rising([5, 1, 6, 2, 3]) == 3
# test: assert rising([1, 2, 0]) == 2
# hidden: assert rising([]) == 0
# hidden: assert rising([3, 2, 1]) == 1
# hidden: assert rising([10, 9, 2, 5, 3, 7, 101, 18]) == 4
# hidden: assert rising([1, 9, 2]) == 2


def rising(numbers):
    lengths = []
    longest = 0
    for place, number in enumerate(numbers):
        before = [lengths[n] for n in range(place) if numbers[n] < number]
        length = max(before, default=0) + 1
        lengths.append(length)
        longest = max(longest, length)  #! longest = length
    return longest
