# task: small whole numbers in order, by counting how often each occurs
# test: assert counting_sort([3, 1, 2], 4) == [1, 2, 3]
# test: assert counting_sort([], 3) == []
# test: assert counting_sort([2, 0, 2, 1], 3) == [0, 1, 2, 2]
# hidden: assert counting_sort([5, 5, 5], 6) == [5, 5, 5]
# hidden: assert counting_sort([4, 0, 3, 3], 5) == [0, 3, 3, 4]


def counting_sort(numbers, limit):
    counts = [0] * limit
    for number in numbers:
        counts[number] += 1
    result = []
    for number, count in enumerate(counts):  #! for number, count in enumerate(numbers):
        result.extend([number] * count)
    return result
