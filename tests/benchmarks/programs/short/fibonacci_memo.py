# task: Fibonacci numbers, remembered
# test: assert fib(0) == 0
# test: assert fib(1) == 1
# test: assert fib(10) == 55
# hidden: assert fib(2) == 1
# hidden: assert fib(30) == 832040
# hidden: assert fib(7) == 13


def fib(n, known=None):
    if known is None:
        known = {}
    if n < 2:  #! if n <= 2:
        return n
    if n not in known:
        known[n] = fib(n - 1, known) + fib(n - 2, known)
    return known[n]
