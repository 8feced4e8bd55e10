# task: in how many ways one can climb a staircase of n steps when each stride takes one of the given numbers of steps
# test: assert climb(3, [1, 2]) == 3
# test: assert climb(4, [2]) == 1
# hidden: assert climb(0, [1, 2]) == 1
# hidden: assert climb(5, [1, 2]) == 8
# hidden: assert climb(3, [2]) == 0
# hidden: assert climb(6, [1, 3, 5]) == 8


def climb(steps, strides):
    ways = [0] * (steps + 1)
    ways[0] = 1  #! ways[0] = 0
    for height in range(1, steps + 1):
        for stride in strides:
            if stride <= height:
                ways[height] += ways[height - stride]
    return ways[steps]
