# task: the number at a rank of an unordered list, 0 for the smallest
# test: assert at_rank([5, 2, 9, 1], 0) == 1
# test: assert at_rank([5, 2, 9, 1], 3) == 9
# test: assert at_rank([3, 1, 2], 1) == 2
# hidden: assert at_rank([4, 4, 4], 1) == 4
# hidden: assert at_rank([10, 30, 20, 50, 40], 3) == 40
# hidden: assert at_rank([1, 9, 8, 7], 2) == 8


def at_rank(numbers, rank):
    pivot = numbers[0]
    below = [number for number in numbers if number < pivot]
    above = [number for number in numbers if number > pivot]
    same = len(numbers) - len(below) - len(above)
    if rank < len(below):
        return at_rank(below, rank)
    if rank >= len(below) + same:
        return at_rank(above, rank - len(below) - same)  #! return at_rank(above, rank)
    return pivot
