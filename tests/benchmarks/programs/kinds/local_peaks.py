# task: the peaks of a mountain walk, places that are higher than the places before and after, and how high they are
# test: assert peaks([1, 5, 2]) == {1: 5}
# test: assert peaks([1, 2, 3, 4]) == {}
# hidden: assert peaks([3, 1, 4, 1, 5]) == {2: 4}
# hidden: assert peaks([0, 2, 2, 0]) == {}
# hidden: assert peaks([9]) == {}
# hidden: assert peaks([1, 3, 2, 6, 5, 7, 8]) == {1: 3, 3: 6}


def peaks(heights):
    found = {}
    for place in range(1, len(heights) - 1):
        before = heights[place - 1]
        after = heights[place + 1]  #! after = heights[place - 1]
        height = heights[place]
        if height > before and height > after:
            found[place] = height
    return found
