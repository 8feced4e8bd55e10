# task: the perfect numbers (equal to the sum of their smaller divisors) from 2 up to a limit, the limit with them
# test: assert perfect(10) == [6]
# test: assert perfect(6) == [6]
# test: assert perfect(5) == []
# hidden: assert perfect(28) == [6, 28]
# hidden: assert perfect(496) == [6, 28, 496]
# hidden: assert perfect(27) == [6]
# hidden: assert perfect(1) == []


def divisor_sum(n):
    total = 0
    for d in range(1, n // 2 + 1):
        if n % d == 0:
            total += d
    return total


def perfect(limit):
    found = []
    for n in range(2, limit + 1):  #! for n in range(2, limit):
        if divisor_sum(n) == n:
            found.append(n)
    return found
