# task: whether a number is happy: adding the squares of its digits again and again ends at 1
# test: assert is_happy(1)
# test: assert is_happy(19)
# test: assert not is_happy(4)
# hidden: assert is_happy(7)
# hidden: assert not is_happy(2)
# hidden: assert [n for n in range(1, 33) if is_happy(n)] == [1, 7, 10, 13, 19, 23, 28, 31, 32]


def squares_of_digits(number):
    total = 0
    while number > 0:
        digit = number % 10
        total += digit * digit
        number //= 10  #! number /= 10
    return total


def is_happy(number):
    seen = set()
    while number != 1:
        if number in seen:
            return False
        seen.add(number)
        number = squares_of_digits(number)
    return True
