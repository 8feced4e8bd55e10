# task: all primes below a number
# test: assert primes_below(12) == [2, 3, 5, 7, 11]
# test: assert primes_below(3) == [2]
# hidden: assert primes_below(2) == []
# hidden: assert primes_below(20) == [2, 3, 5, 7, 11, 13, 17, 19]


def primes_below(limit):
    primes = []
    for number in range(2, limit):
        if all(number % prime for prime in primes):  #! if any(number % prime for prime in primes):
            primes.append(number)
    return primes
