# task: prime numbers up to a limit, and how many pairs of them are two apart
# test: assert primes(30) == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
# test: assert primes(2) == [2]
# test: assert count_twins(100) == 8
# test: assert primes(25) == [2, 3, 5, 7, 11, 13, 17, 19, 23]


def sieve(limit):
    marks = [True] * (limit + 1)
    marks[0] = marks[1] = False
    step = 2
    while step * step <= limit:  #! while step * step < limit:
        if marks[step]:
            for multiple in range(step * step, limit + 1, step):
                marks[multiple] = False
        step += 1
    return marks


def primes(limit):
    found = []
    for number, is_prime in enumerate(sieve(limit)):
        if is_prime:
            found.append(number)
    return found


def count_twins(limit):
    known = primes(limit)
    twins = 0
    for left, right in zip(known, known[1:]):
        if right - left == 2:
            twins += 1
    return twins
