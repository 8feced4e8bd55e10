# task: where the posts of a fence stand, one at 0 and then one every `gap` metres, none beyond the length
# test: assert posts(6, 2) == [0, 2, 4, 6]
# test: assert wire_needed(6, 2, 3) == 18
# hidden: assert posts(7, 2) == [0, 2, 4, 6]
# hidden: assert posts(0, 5) == [0]
# hidden: assert posts(4, 5) == [0]
# hidden: assert wire_needed(7, 3, 2) == 12


def posts(length, gap):
    count = length // gap + 1  #! count = length // gap
    places = []
    for number in range(count):
        places.append(number * gap)
    return places


def wire_needed(length, gap, wires):
    """Metres of wire from the first post to the last, for a number of wires."""
    places = posts(length, gap)
    return (places[-1] - places[0]) * wires
