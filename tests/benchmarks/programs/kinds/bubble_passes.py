# task: sort a list of numbers in place by swapping neighbours, and return how many swaps that took
# test: assert swaps([1, 2, 3]) == 0
# test: assert swaps([2, 1]) == 1
# test: assert swaps([3, 2, 1]) == 3
# hidden: assert swaps([]) == 0
# hidden: assert swaps([4, 3, 2, 1]) == 6
# hidden: assert swaps([5, 1, 4, 2, 8]) == 4
# hidden: n = [2, 3, 9, 1]; swaps(n); assert n == [1, 2, 3, 9]


def swaps(numbers):
    count = 0
    for done in range(len(numbers)):
        for i in range(len(numbers) - 1 - done):  #! for i in range(len(numbers) - 2 - done):
            if numbers[i] > numbers[i + 1]:
                numbers[i], numbers[i + 1] = numbers[i + 1], numbers[i]
                count += 1
    return count
