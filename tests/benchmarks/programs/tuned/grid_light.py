# task: how many lamps are on after switching rectangles
# test: assert lit(3, [("on", 0, 0, 1, 1), ("off", 1, 1, 2, 2)]) == 3
# test: assert lit(2, [("toggle", 0, 0, 1, 0)]) == 2


def cells(x1, y1, x2, y2):
    for x in range(x1, x2 + 1):
        for y in range(y1, y2 + 1):
            yield x, y


def switched(kind, lamp):
    if kind == "on":
        return True
    if kind == "off":
        return False
    return not lamp


def lit(size, orders):
    lamps = {(x, y): False for x in range(size) for y in range(size)}
    for kind, *corners in orders:
        for cell in cells(*corners):
            lamps[cell] = switched(kind, lamps[cell])  #! lamps[cell] = switched(kind, True)
    return sum(lamps.values())
