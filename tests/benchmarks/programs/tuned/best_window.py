# task: the start of the days with the largest sum, of a given length
# test: assert best_start([1, 5, 2, 4, 9, 1], 2) == 3
# test: assert best_start([3, 1, 9, 2], 1) == 2
# test: assert best_start([9, 1, 1, 1], 2) == 0


def sums(values, length):
    total = sum(values[:length])
    yield 0, total
    for start in range(1, len(values) - length + 1):
        total += values[start + length - 1] - values[start - 1]  #! total += values[start + length - 1] - values[start]
        yield start, total


def best_start(values, length):
    best = None
    where = None
    for start, total in sums(values, length):
        if best is None or total > best:
            best = total
            where = start
    return where
