# task: the metres of each climb of a hike, from the heights along it; a climb ends where the way does not go up
# test: assert list(climbs([100, 150, 180])) == [80]
# test: assert list(climbs([100, 150, 120, 130, 130])) == [50, 10]
# hidden: assert list(climbs([])) == []
# hidden: assert list(climbs([9, 5, 5, 1])) == []
# hidden: assert list(climbs([0, 1, 0, 2, 0, 3])) == [1, 2, 3]
# hidden: assert list(climbs([5, 9, 9, 10, 12, 3])) == [4, 3]


def climbs(heights):
    gained = 0
    for before, after in zip(heights, heights[1:]):
        if after > before:
            gained += after - before
        elif gained:
            yield gained
            gained = 0  #!
    if gained:
        yield gained
