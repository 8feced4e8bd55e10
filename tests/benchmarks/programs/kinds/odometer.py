# task: what a car's counter shows after each of its trips, in km; after 999999 it begins again with 0
# test: assert readings(0, [120]) == [120]
# test: assert readings(500, [40, 60]) == [540, 600]
# hidden: assert readings(7, []) == []
# hidden: assert readings(999990, [5, 5, 5]) == [999995, 0, 5]
# hidden: assert readings(10, [0, 1, 2]) == [10, 11, 13]
# hidden: assert readings(0, [1, 1, 1]) == [1, 2, 3]

LIMIT = 1000000


def readings(start, trips):
    shown = []
    counter = start
    for km in trips:
        counter = (counter + km) % LIMIT  #! counter = (start + km) % LIMIT
        shown.append(counter)
    return shown
