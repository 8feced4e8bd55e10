# task: exam points rescaled from their full marks to full marks of 100, rounded to whole numbers, by pupil
# test: assert to_hundred({"Lea": 50}, 50) == {"Lea": 100}
# test: assert to_hundred({"Lea": 20, "Ben": 10}, 40) == {"Lea": 50, "Ben": 25}
# hidden: assert to_hundred({}, 30) == {}
# hidden: assert to_hundred({"a": 0, "b": 1}, 3) == {"a": 0, "b": 33}
# hidden: assert to_hundred({"a": 150}, 200) == {"a": 75}
# hidden: assert to_hundred({"a": 42}, 100) == {"a": 42}


def rescale(points, old_full, new_full):
    return round(points * new_full / old_full)


def to_hundred(results, full):
    scaled = {}
    for pupil, points in results.items():
        scaled[pupil] = rescale(points, full, 100)  #! scaled[pupil] = rescale(points, 100, full)
    return scaled
