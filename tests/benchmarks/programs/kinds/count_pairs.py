# task: how many pairs of places of a list have items that add up to a sum
# test: assert pairs([1, 2, 3], 4) == 1
# test: assert pairs([2, 2], 4) == 1
# test: assert pairs([2], 4) == 0
# hidden: assert pairs([1, 1, 1], 2) == 3
# hidden: assert pairs([5, 0, 5], 5) == 2
# hidden: assert pairs([], 0) == 0


def pairs(items, wanted):
    count = 0
    for i in range(len(items)):
        for j in range(i + 1, len(items)):  #! for j in range(i, len(items)):
            if items[i] + items[j] == wanted:
                count += 1
    return count
