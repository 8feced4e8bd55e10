# task: a sorted copy of a list by merging
# test: assert merge_sort([5, 2, 9, 1, 5, 6, 0, 3]) == [0, 1, 2, 3, 5, 5, 6, 9]
# test: assert merge_sort([]) == []
# test: assert merge_sort([2, 1]) == [1, 2]
# test: assert merge_sort([1]) == [1]


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
    merged.extend(right[j:])  #! merged.extend(right[i:])
    return merged


def merge_sort(items):
    if len(items) < 2:
        return items
    middle = len(items) // 2
    return merge(merge_sort(items[:middle]), merge_sort(items[middle:]))
