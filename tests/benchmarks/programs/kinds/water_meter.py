# task: how much water was used, from the readings of a meter; after a smaller reading a new meter was put in, which started at 0
# test: assert used([100, 130]) == 30
# test: assert used([100, 130, 150]) == 50
# test: assert used([90, 5]) == 5
# hidden: assert used([]) == 0
# hidden: assert used([70]) == 0
# hidden: assert used([10, 20, 3, 8]) == 18
# hidden: assert used([0, 5, 5, 12]) == 12


def used(readings):
    total = 0
    for before, after in zip(readings, readings[1:]):
        if after < before:
            total += after
        else:
            total += after - before  #! total = after - before
    return total
