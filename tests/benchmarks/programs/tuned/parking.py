# task: the parking fee in cents: half an hour free, then 150 for each hour begun, at most 1200 a day
# test: assert fee("09:00", "09:20") == 0
# test: assert fee("09:00", "11:10") == 450
# test: assert fee("08:00", "20:00") == 1200


def minutes(clock):
    hours, rest = clock.split(":")
    return int(hours) * 60 + int(rest)


def begun_hours(length):
    hours = length // 60
    if length % 60:
        hours += 1
    return hours


def fee(arrival, departure):
    length = minutes(departure) - minutes(arrival)
    if length <= 30:
        return 0
    cents = begun_hours(length) * 150
    return min(cents, 1200)  #! return max(cents, 1200)
