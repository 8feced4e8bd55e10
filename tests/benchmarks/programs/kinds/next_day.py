# task: the day after a date of year, month and day, without leap years
# test: assert next_day((2023, 1, 1)) == (2023, 1, 2)
# test: assert next_day((2023, 4, 30)) == (2023, 5, 1)
# test: assert next_day((2023, 12, 31)) == (2024, 1, 1)
# hidden: assert next_day((2023, 2, 28)) == (2023, 3, 1)
# hidden: assert next_day((2022, 11, 30)) == (2022, 12, 1)
# hidden: assert next_day((2023, 1, 31)) == (2023, 2, 1)

DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def next_day(date):
    year, month, day = date
    day += 1
    if day > DAYS[month - 1]:  #! if day > DAYS[month - 2]:
        day = 1
        month += 1
    if month > 12:
        month = 1
        year += 1
    return year, month, day
