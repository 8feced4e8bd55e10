# task: how many days of a list are at the weekend
# test: assert weekend(["mon", "sat", "sun"]) == 2
# test: assert weekend(["mon", "tue"]) == 0
# hidden: assert weekend(["sun"]) == 1
# hidden: assert weekend([]) == 0
# hidden: assert weekend(["sat", "fri", "sat"]) == 2


def weekend(days):
    count = 0
    for day in days:
        if day == "sat" or day == "sun":  #! if day == "sat" or "sun":
            count += 1
    return count
