# task: the medians after each number, of an even count the lower one
# test: assert medians([5, 1, 3, 4]) == [5, 1, 3, 3]
# test: assert medians([2]) == [2]


def insert_sorted(values, value):
    place = 0
    while place < len(values) and values[place] < value:
        place += 1
    values.insert(place, value)


def median(values):
    return values[(len(values) - 1) // 2]  #! return values[len(values) // 2]


def medians(numbers):
    kept = []
    found = []
    for number in numbers:
        insert_sorted(kept, number)
        found.append(median(kept))
    return found
