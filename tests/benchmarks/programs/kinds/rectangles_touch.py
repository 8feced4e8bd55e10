# task: which pairs of windows on a screen overlap, by name in the order of the list; windows that only touch do not
# test: assert overlaps([("a", 0, 0, 4, 4), ("b", 2, 2, 6, 6)]) == [("a", "b")]
# test: assert overlaps([("a", 0, 0, 2, 2), ("b", 5, 0, 7, 2)]) == []
# hidden: assert overlaps([("a", 0, 0, 2, 2), ("b", 2, 0, 4, 2)]) == []
# hidden: assert overlaps([("a", 0, 0, 9, 9), ("b", 3, 3, 4, 4), ("c", 8, 8, 10, 10)]) == [("a", "b"), ("a", "c")]
# hidden: assert overlaps([("a", 0, 0, 2, 2), ("b", 0, 5, 2, 7)]) == []
# hidden: assert overlaps([]) == []


def overlap(one, other):
    """Windows are tuples of a name, left, top, right and bottom."""
    _, left, top, right, bottom = one
    _, other_left, other_top, other_right, other_bottom = other
    across = left < other_right and other_left < right
    down = top < other_bottom and other_top < bottom
    return across and down  #! return across or down


def overlaps(windows):
    pairs = []
    for place, window in enumerate(windows):
        for later in windows[place + 1 :]:
            if overlap(window, later):
                pairs.append((window[0], later[0]))
    return pairs
