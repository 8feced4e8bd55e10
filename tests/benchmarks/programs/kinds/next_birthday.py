# task: in how many days somebody has their next birthday, 0 if it is today, and who of several has it soonest; nobody here is born on 29 February
# test: assert days_to_birthday(date(1990, 5, 10), date(2023, 5, 1)) == 9
# test: assert days_to_birthday(date(1990, 5, 10), date(2023, 5, 10)) == 0
# test: assert days_to_birthday(date(1990, 5, 10), date(2023, 5, 11)) == 365
# hidden: assert days_to_birthday(date(2000, 12, 31), date(2022, 12, 31)) == 0
# hidden: assert days_to_birthday(date(2000, 1, 1), date(2022, 12, 31)) == 1
# hidden: assert days_to_birthday(date(2000, 3, 1), date(2024, 2, 28)) == 2
# hidden: assert soonest({"ann": date(1999, 6, 1), "bob": date(1998, 5, 5)}, date(2021, 5, 5)) == "bob"
from datetime import date


def days_to_birthday(born, today):
    birthday = born.replace(year=today.year)
    if birthday < today:  #! if birthday <= today:
        birthday = birthday.replace(year=today.year + 1)
    return (birthday - today).days


def soonest(people, today):
    return min(people, key=lambda name: days_to_birthday(people[name], today))
