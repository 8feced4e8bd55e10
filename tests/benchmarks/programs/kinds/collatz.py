# task: the longest chain, by its start, among starts from 1 to n; the smallest of equals
# test: assert longest(1) == 1
# test: assert longest(3) == 3
# test: assert longest(5) == 3
# hidden: assert longest(6) == 6
# hidden: assert longest(10) == 9


def length(n):
    count = 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def longest(n):
    best, start = 0, 0
    for first in range(1, n + 1):
        now = length(first)
        if now > best:
            best, start = now, first  #! start = first
    return start
