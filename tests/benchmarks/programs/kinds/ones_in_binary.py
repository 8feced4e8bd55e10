# task: how many ones the binary form of a number has
# test: assert ones(0) == 0
# test: assert ones(11) == 3
# hidden: assert ones(255) == 8
# hidden: assert ones(1024) == 1
# hidden: assert ones(127) == 7


def ones(number):
    count = 0
    while number > 0:
        count += number % 2
        number //= 2  #! number -= 2
    return count
