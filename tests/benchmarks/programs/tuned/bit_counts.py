# task: how many of the numbers below n have an even number of ones in binary
# test: assert even_ones(8) == 4
# test: assert even_ones(4) == 2
# test: assert even_ones(3) == 1


def ones(number):
    count = 0
    while number:
        count += number % 2
        number //= 2
    return count


def even_ones(limit):
    found = 0
    for number in range(limit):  #! for number in range(1, limit):
        if ones(number) % 2 == 0:
            found += 1
    return found
