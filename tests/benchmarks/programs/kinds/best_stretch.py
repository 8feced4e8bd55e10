# task: the largest sum of neighbouring numbers, 0 for none
# test: assert best([4, -1, 2]) == 5
# test: assert best([4, -5, 2, 1, -1]) == 4
# test: assert best([-5, 3, 4]) == 7
# hidden: assert best([]) == 0
# hidden: assert best([-1, -2]) == 0
# hidden: assert best([2, -9, 6, -1, 3]) == 8


def best(numbers):
    ending = largest = 0
    for number in numbers:
        ending = max(0, ending + number)  #! ending = ending + number
        largest = max(largest, ending)
    return largest
