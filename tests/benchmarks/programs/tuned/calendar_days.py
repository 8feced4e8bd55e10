# task: the number of a day within its year
# test: assert day_number(2024, 3, 1) == 61
# test: assert day_number(2023, 3, 1) == 60
# test: assert day_number(2023, 1, 15) == 15
# test: assert day_number(1900, 12, 31) == 365


def is_leap(year):
    if year % 400 == 0:
        return True
    if year % 100 == 0:
        return False  #! return True
    return year % 4 == 0


def month_lengths(year):
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if is_leap(year):
        lengths[1] = 29
    return lengths


def day_number(year, month, day):
    lengths = month_lengths(year)
    total = day
    for earlier in range(month - 1):
        total += lengths[earlier]
    return total
