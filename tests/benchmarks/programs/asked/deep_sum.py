# task: the sum of all numbers in nested lists
# test: assert deep_sum([1, [2, [3, 4]], 5]) == 15
def deep_sum(items):
    total = 0
    for item in items:
        if isinstance(item, list):
            total += deep_sum(item)  #! total = deep_sum(item)
        else:
            total += item  #! total += 1
    return total
