# task: the number below n with the longest Collatz chain
# test: assert longest(60) == 54
def length(n):
    steps = 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1  #! steps = n
    return steps
def longest(n):
    best, most = 1, 0
    for start in range(1, n):
        steps = length(start)
        if steps > most:  #! if steps >= most:
            best, most = start, steps  #! best, most = steps, start
    return best
