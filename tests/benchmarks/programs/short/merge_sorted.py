# task: merge two sorted lists into one sorted list
# test: assert merge([1, 3], [2]) == [1, 2, 3]
# test: assert merge([], [4, 5]) == [4, 5]
# test: assert merge([1, 6], [2, 3]) == [1, 2, 3, 6]
# hidden: assert merge([7], []) == [7]
# hidden: assert merge([1, 1], [1]) == [1, 1, 1]
# hidden: assert merge([5, 9, 10], [1, 2]) == [1, 2, 5, 9, 10]


def merge(left, right):
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    merged.extend(left[i:])
    merged.extend(right[j:])  #! merged.extend(right)
    return merged
