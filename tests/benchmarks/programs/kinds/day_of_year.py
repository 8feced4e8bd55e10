# task: which day of the year a date is, in a year that is no leap year
# test: assert day_of_year(1, 1) == 1
# test: assert day_of_year(3, 1) == 60
# hidden: assert day_of_year(2, 28) == 59
# hidden: assert day_of_year(12, 31) == 365
LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def day_of_year(month, day):
    before = LENGTHS[: month - 1]  #! before = LENGTHS[:month]
    return sum(before) + day
