# task: the name of the shop nearest to a place, by straight distance
# test: assert nearest((0, 0), {"a": (3, 4), "b": (1, 1)}) == "b"
# test: assert nearest((5, 5), {"only": (0, 0)}) == "only"
# test: assert nearest((0, 0), {"b": (4, 0), "a": (0, 5)}) == "b"
# hidden: assert nearest((2, 2), {"x": (2, 9), "y": (6, 2), "z": (2, 3)}) == "z"
# hidden: assert nearest((-1, 0), {"l": (-3, 0), "r": (3, 0)}) == "l"


def distance(a, b):
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def nearest(place, shops):
    best_name = None
    best = float("inf")
    for name, where in shops.items():
        far = distance(place, where)
        if far < best:
            best = far  #!
            best_name = name
    return best_name
