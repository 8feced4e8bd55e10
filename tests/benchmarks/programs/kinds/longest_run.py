# task: the length of the longest run of equal neighbours in a list
# test: assert longest_run([1, 1, 2]) == 2
# test: assert longest_run([1, 2, 2, 2]) == 3
# test: assert longest_run([]) == 0
# hidden: assert longest_run([5]) == 1
# hidden: assert longest_run([3, 3, 1, 3, 3, 3, 1]) == 3
# hidden: assert longest_run(["a", "a", "b", "b", "b", "b"]) == 4


def longest_run(items):
    best = 0
    length = 0
    before = None
    for item in items:
        if length and item == before:
            length += 1
        else:
            length = 1
        before = item
        best = max(best, length)  #! best = length
    return best
