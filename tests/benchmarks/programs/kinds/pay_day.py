# task: the day on which wages are paid: the last day of a month, or the Friday before when that is on a weekend
# test: assert pay_day(2024, 8) == date(2024, 8, 30)
# test: assert pay_day(2024, 1) == date(2024, 1, 31)
# hidden: assert pay_day(2024, 3) == date(2024, 3, 29)
# hidden: assert pay_day(2023, 12) == date(2023, 12, 29)
# hidden: assert pay_day(2024, 2) == date(2024, 2, 29)
# hidden: assert pay_day(2025, 5) == date(2025, 5, 30)

from datetime import date, timedelta


def last_of_month(year, month):
    if month == 12:
        return date(year, 12, 31)
    return date(year, month + 1, 1) - timedelta(days=1)


def pay_day(year, month):
    day = last_of_month(year, month)
    while day.weekday() >= 5:  #! while day.weekday() >= 6:
        day -= timedelta(days=1)
    return day
