# task: how many days from the first to the last date, both counted, are neither Saturday nor Sunday
# test: assert working_days(date(2024, 1, 1), date(2024, 1, 5)) == 5
# test: assert working_days(date(2024, 1, 6), date(2024, 1, 7)) == 0
# hidden: assert working_days(date(2024, 1, 1), date(2024, 1, 1)) == 1
# hidden: assert working_days(date(2024, 1, 1), date(2024, 1, 14)) == 10
# hidden: assert working_days(date(2024, 1, 5), date(2024, 1, 8)) == 2
# hidden: assert working_days(date(2024, 1, 2), date(2024, 1, 1)) == 0
from datetime import date, timedelta


def working_days(first, last):
    count = 0
    day = first
    while day <= last:  #! while day < last:
        if day.weekday() < 5:
            count += 1
        day += timedelta(days=1)
    return count
