# task: the greatest common divisor of a list of positive numbers
# test: assert gcd_all([12, 18]) == 6
# test: assert gcd_all([7]) == 7
# hidden: assert gcd_all([100, 75, 50]) == 25
# hidden: assert gcd_all([3, 5]) == 1
# hidden: assert gcd_all([8, 8, 4]) == 4


def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)  #! return gcd(a % b, b)


def gcd_all(numbers):
    result = 0
    for number in numbers:
        result = gcd(number, result)
    return result
