# task: merge two sorted lists
# test: assert merged([1, 4], [2, 3, 9]) == [1, 2, 3, 4, 9]
# test: assert merged([], [1]) == [1]
# test: assert merged([1, 2], []) == [1, 2]
def merged(left, right):
    out, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:  #! if left[i] >= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    out.extend(left[i:])  #! out.extend(left[i + 1:])
    out.extend(right[j:])  #! out.extend(right[:j])
    return out
