# task: numbers in order, by sorting halves
# test: assert merge_order([2, 1]) == [1, 2]
# test: assert merge_order([]) == []
# hidden: assert merge_order([5, 3, 9, 1, 4]) == [1, 3, 4, 5, 9]
# hidden: assert merge_order([7]) == [7]
# hidden: assert merge_order([1, 1, 0]) == [0, 1, 1]


def merge(left, right):
    result = []
    while left and right:
        result.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return result + left + right


def merge_order(numbers):
    if len(numbers) <= 1:  #! if len(numbers) == 0:
        return numbers
    middle = len(numbers) // 2
    return merge(merge_order(numbers[:middle]), merge_order(numbers[middle:]))
