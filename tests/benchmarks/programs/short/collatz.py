# task: the number of Collatz steps until 1
# test: assert steps(1) == 0
# test: assert steps(2) == 1
# test: assert steps(3) == 7
# hidden: assert steps(6) == 8
# hidden: assert steps(27) == 111
# hidden: assert steps(16) == 4


def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1  #! n = 3 * n - 1
        count += 1
        if count > 1000:
            raise ValueError("too many steps")
    return count
