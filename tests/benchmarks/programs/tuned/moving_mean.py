# task: the mean of the last few readings, for each reading; bad readings are passed over
# test: assert smooth([4, 8, None, 6, 10], 2) == [4, 6, 7, 8]
# test: assert smooth([], 3) == []
from collections import deque


def readings(raw):
    for item in raw:
        if item is not None:
            yield item


def means(items, size):
    window = deque()
    total = 0
    for item in items:
        window.append(item)
        total += item
        if len(window) > size:
            total -= window.popleft()  #! window.popleft()
        yield total / len(window)


def smooth(raw, size):
    return [int(mean) for mean in means(readings(raw), size)]
