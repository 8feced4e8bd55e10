# task: the place of each team of a relay: times summed, a fault adds 5 seconds, equal times share a place
# test: assert places({"red": [10, 11], "blue": [9, 9]}, ["blue"]) == {"red": 1, "blue": 2}
# test: assert places({"red": [10], "blue": [5], "green": [10]}, []) == {"blue": 1, "red": 2, "green": 2}


def sums(times, faults):
    total = {team: sum(laps) for team, laps in times.items()}
    for team in faults:
        total[team] += 5
    return total


def places(times, faults):
    total = sums(times, faults)
    result = {}
    ordered = sorted(total, key=total.get)
    place = 0
    before = None
    for number, team in enumerate(ordered, 1):
        if total[team] != before:
            place = number
        before = total[team]  #! before = team
        result[team] = place
    return result
