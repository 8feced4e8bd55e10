# task: each meeting gets the first room that is free then; None if there is none
# test: assert book(["red", "blue"], [("a", 9, 11), ("b", 10, 12), ("c", 11, 13)]) == {"a": "red", "b": "blue", "c": "red"}
# test: assert book(["red"], [("a", 9, 11), ("b", 10, 12)]) == {"a": "red", "b": None}


def overlaps(one, other):
    return one[0] < other[1] and other[0] < one[1]


def is_free(taken, room, span):
    for held in taken.get(room, []):
        if overlaps(held, span):
            return False
    return True


def book(rooms, meetings):
    taken = {}
    plan = {}
    for name, start, end in meetings:
        plan[name] = None
        span = (start, end)
        for room in rooms:
            if is_free(taken, room, span):
                taken.setdefault(room, []).append(span)
                plan[name] = room
                break  #!
    return plan
