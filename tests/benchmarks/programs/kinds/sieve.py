# task: the primes up to and including n
# test: assert primes(10) == [2, 3, 5, 7]
# test: assert primes(1) == []
# test: assert primes(3) == [2, 3]
# hidden: assert primes(2) == [2]
# hidden: assert primes(25) == [2, 3, 5, 7, 11, 13, 17, 19, 23]
# hidden: assert primes(0) == []


def primes(n):
    crossed = set()
    found = []
    for number in range(2, n + 1):
        if number not in crossed:
            found.append(number)
            crossed.update(range(number * number, n + 1, number))  #! crossed.update(range(number * number, n + 1))
    return found
