# task: take everything that is past its day off the shelf, and say what was taken off
# test: assert clear([], 5) == ([], [])
# test: assert clear([("milk", 3), ("jam", 90)], 10) == ([("jam", 90)], ["milk"])
# test: assert clear([("milk", 3), ("eggs", 4), ("jam", 90)], 10) == ([("jam", 90)], ["milk", "eggs"])
# test: assert clear([("tea", 99)], 10) == ([("tea", 99)], [])
def is_past(item, today):
    name, day = item
    return day < today


def clear(shelf, today):
    taken = []
    for item in shelf:
        if is_past(item, today):
            shelf.remove(item)
            taken.append(item[0])
    return shelf, taken


stock = [("milk", 3), ("eggs", 4), ("ham", 9), ("jam", 90), ("rice", 400)]
left, taken = clear(stock, today=10)
print("taken off:", taken)
print("left:", left)
