# task: the number of days from one date to another, both written as "day.month.year"
# test: assert days_between("1.1.2024", "2.1.2024") == 1
# test: assert days_between("1.1.2024", "1.3.2024") == 60
# hidden: assert days_between("31.12.2023", "1.1.2024") == 1
# hidden: assert days_between("5.5.2020", "5.5.2020") == 0
# hidden: assert days_between("10.2.2023", "1.2.2023") == -9
# hidden: assert days_between("1.1.2023", "1.1.2024") == 365
from datetime import date


def parse(text):
    day, month, year = text.split(".")
    return date(int(year), int(month), int(day))  #! return date(int(year), int(day), int(month))


def days_between(first, last):
    return (parse(last) - parse(first)).days
