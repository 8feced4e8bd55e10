# task: the prime factors of a number, smallest first
# test: assert factors(12) == [2, 2, 3]
# test: assert factors(13) == [13]
# test: assert factors(4) == [2, 2]
# hidden: assert factors(97) == [97]
# hidden: assert factors(360) == [2, 2, 2, 3, 3, 5]
# hidden: assert factors(49) == [7, 7]


def factors(n):
    found = []
    divisor = 2
    while divisor * divisor <= n:  #! while divisor * divisor < n:
        while n % divisor == 0:
            found.append(divisor)
            n //= divisor
        divisor += 1
    if n > 1:
        found.append(n)
    return found
