# task: the prime factors of a number, the smallest first
# test: assert prime_parts(12) == [2, 2, 3]
# test: assert prime_parts(7) == [7]
# test: assert prime_parts(1) == []
# hidden: assert prime_parts(49) == [7, 7]
# hidden: assert prime_parts(97) == [97]
# hidden: assert prime_parts(30) == [2, 3, 5]


def prime_parts(number):
    if number == 1:
        return []
    factor = 2
    while factor * factor <= number:
        if number % factor == 0:
            return [factor, *prime_parts(number // factor)]
        factor += 1
    return [number]  #! return []
