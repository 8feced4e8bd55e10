# task: the product and the sum of vectors that hold few numbers, as dicts; no zeros are kept
# test: assert add({0: 1, 3: 2}, {3: -2, 5: 1}) == {0: 1, 5: 1}
# test: assert dot({0: 2, 1: 3}, {1: 4}) == 12


def add(one, other):
    result = dict(one)
    for place, value in other.items():
        result[place] = result.get(place, 0) + value
        if result[place] == 0:  #! if value == 0:
            del result[place]
    return result


def dot(one, other):
    return sum(value * other[place] for place, value in one.items() if place in other)
