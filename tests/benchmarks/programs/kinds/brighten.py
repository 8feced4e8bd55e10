# task: a grey picture, rows of numbers 0 to 255, made brighter by an amount; what is too bright becomes 255, too dark 0
# test: assert brighten([[10, 20], [30, 40]], 5) == [[15, 25], [35, 45]]
# test: assert brighten([[250, 0]], 20) == [[255, 20]]
# hidden: assert brighten([[10, 200]], -50) == [[0, 150]]
# hidden: assert brighten([], 5) == []
# hidden: assert brighten([[255], [0]], 0) == [[255], [0]]


def clamp(value, low, high):
    if value < low:
        return low
    if value > high:
        return high
    return value


def brighten(picture, amount):
    result = []
    for row in picture:
        result.append([clamp(dot + amount, 0, 255) for dot in row])  #! result.append([clamp(0, 255, dot + amount) for dot in row])
    return result
