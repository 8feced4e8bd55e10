# task: the fine for a speed: none up to the limit, 30 up to 10 above, 70 up to 20 above, else 150; double in a town
# test: assert fine(50, 50, False) == 0
# test: assert fine(55, 50, False) == 30
# test: assert fine(60, 50, True) == 60
# test: assert fine(75, 50, False) == 150
# hidden: assert fine(70, 50, False) == 70
# hidden: assert fine(71, 50, True) == 300
# hidden: assert fine(40, 50, True) == 0
# hidden: assert fine(61, 50, False) == 70
# hidden: assert fine(110, 100, False) == 30


def fine(speed, limit, in_town):
    above = speed - limit
    if above <= 0:
        return 0
    if above <= 10:  #! if above < 10:
        amount = 30
    elif above <= 20:
        amount = 70
    else:
        amount = 150
    if in_town:
        amount *= 2
    return amount
