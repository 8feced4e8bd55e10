# task: a gauge of a river: it is given levels one by one and says the change since the one before, 0 for the first
# test: gauge = make_gauge(); assert gauge(50) == 0
# test: gauge = make_gauge(); gauge(50); assert gauge(53) == 3
# hidden: g = make_gauge(); assert [g(x) for x in [5, 4, 4, 10]] == [0, -1, 0, 6]
# hidden: a, b = make_gauge(), make_gauge(); a(1); assert b(9) == 0 and a(3) == 2
# hidden: g = make_gauge(); assert [g(x) for x in [0, 7]] == [0, 7]


def make_gauge():
    last = None

    def gauge(level):
        nonlocal last  #!
        if last is None:
            change = 0
        else:
            change = level - last
        last = level
        return change

    return gauge
