# task: the primes below n
# test: assert primes(20) == [2, 3, 5, 7, 11, 13, 17, 19]
def primes(n):
    sieve = [True] * n
    found = []
    for number in range(2, n):
        if sieve[number]:
            found.append(number)
            for multiple in range(number * number, n, number):  #! for multiple in range(number * number, n, number + 1):
                sieve[multiple] = False
    return found
