# task: base to the power of exponent, modulo m, by repeated squaring; exponents from 0 on
# test: assert power_mod(2, 1, 10) == 2
# test: assert power_mod(3, 4, 50) == 31
# hidden: assert power_mod(5, 0, 7) == 1
# hidden: assert power_mod(5, 0, 1) == 0
# hidden: assert power_mod(7, 5, 13) == 11
# hidden: assert power_mod(2, 100, 1000) == 376


def power_mod(base, exponent, m):
    if exponent == 0: return 1 % m  #!
    half = power_mod(base, exponent // 2, m)
    result = half * half
    if exponent % 2 == 1:
        result *= base
    result %= m
    return result
