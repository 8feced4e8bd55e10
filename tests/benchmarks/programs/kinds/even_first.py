# task: even numbers before odd ones, each in their order
# test: assert even_first([1, 2, 3, 4]) == [2, 4, 1, 3]
# test: assert even_first([5]) == [5]
# hidden: assert even_first([]) == []
# hidden: assert even_first([0, -1, -2]) == [0, -2, -1]


def even_first(numbers):
    even = []
    odd = []
    for number in numbers:
        if number % 2 == 0:
            even.append(number)
        else:
            odd.append(number)
    return even + odd  #! return even
