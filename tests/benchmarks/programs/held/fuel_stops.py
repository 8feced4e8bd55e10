# task: where to stop for fuel, with a tank for so many kilometres: as late as possible each time; None if it cannot be done
# test: assert stops([100, 250, 400], 500, 260) == [250]
# test: assert stops([100, 250, 400], 600, 200) == [100, 250, 400]
# test: assert stops([300], 400, 200) is None


def stops(stations, goal, tank):
    chosen = []
    reach = tank
    last = 0
    for place in [*stations, goal]:
        if place > reach:
            if last == 0 or (chosen and chosen[-1] == last):
                return None
            chosen.append(last)
            reach = last + tank  #! reach = reach + tank
            if place > reach:
                return None
        last = place
    return chosen
