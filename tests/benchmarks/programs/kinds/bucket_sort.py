# task: numbers from 0 up to but not including 1 in order, by spreading them over buckets
# test: assert bucket_sort([0.7, 0.1, 0.4]) == [0.1, 0.4, 0.7]
# test: assert bucket_sort([]) == []
# hidden: assert bucket_sort([0.5, 0.5]) == [0.5, 0.5]
# hidden: assert bucket_sort([0.99, 0.0, 0.98, 0.01]) == [0.0, 0.01, 0.98, 0.99]
# hidden: assert bucket_sort([0.3]) == [0.3]


def bucket_sort(numbers):
    size = len(numbers)
    buckets = [[] for _ in range(size)]  #! buckets = [[]] * size
    for number in numbers:
        buckets[int(number * size)].append(number)
    result = []
    for bucket in buckets:
        result += sorted(bucket)
    return result
