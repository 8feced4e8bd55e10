# task: whether a year is a leap year in the Gregorian calendar
# test: assert leap(2024)
# test: assert not leap(1900)
# test: assert leap(2000)
# test: assert not leap(2023)
# hidden: assert not leap(2100)
# hidden: assert leap(2400)
# hidden: assert leap(1996)


def leap(year):
    if year % 400 == 0:
        return True
    return year % 4 == 0 and year % 100 != 0  #! return year % 4 == 0
