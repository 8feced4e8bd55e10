# task: the chance that every seed of a packet sprouts, from the chance of each seed in percent; 100 for no seeds
# test: assert all_sprout([50]) == 50
# test: assert all_sprout([50, 50]) == 25
# hidden: assert all_sprout([]) == 100
# hidden: assert all_sprout([100, 100, 100]) == 100
# hidden: assert all_sprout([50, 50, 50, 100]) == 12.5
# hidden: assert all_sprout([0, 75]) == 0
# hidden: assert all_sprout([25, 100]) == 25


def product(numbers):
    result = 1
    for number in numbers:
        result *= number  #! result = number
    return result


def all_sprout(percents):
    chances = [percent / 100 for percent in percents]
    return product(chances) * 100
