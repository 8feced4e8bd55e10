# task: the means of each `size` neighbours
# test: assert means([1, 2, 3], 2) == [1.5, 2.5]
# test: assert means([4], 1) == [4.0]
# hidden: assert means([], 2) == []
# hidden: assert means([2, 4, 6, 8], 4) == [5.0]
# hidden: assert means([1, 1, 4], 3) == [2.0]
# hidden: assert means([1, 2], 3) == []


def means(numbers, size):
    out = []
    for start in range(len(numbers) - size + 1):  #! for start in range(len(numbers)):
        part = numbers[start : start + size]
        out.append(sum(part) / size)
    return out
