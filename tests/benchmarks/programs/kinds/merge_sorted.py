# task: merge two sorted lists into one sorted list
# test: assert merge([1, 4], [2, 3]) == [1, 2, 3, 4]
# test: assert merge([], [1]) == [1]
# test: assert merge([2, 5], [1]) == [1, 2, 5]
# hidden: assert merge([1, 2], []) == [1, 2]
# hidden: assert merge([1, 1], [1]) == [1, 1, 1]
# hidden: assert merge([3, 9, 10], [4, 5]) == [3, 4, 5, 9, 10]


def merge(left, right):
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    out += left[i:]  #! out += left[j:]
    out += right[j:]
    return out
