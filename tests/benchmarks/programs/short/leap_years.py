# task: the number of leap years from first to last, both included
# test: assert leap_years(2000, 2004) == 2
# test: assert leap_years(1899, 1901) == 0
# test: assert leap_years(2001, 2003) == 0
# hidden: assert leap_years(1996, 2000) == 2
# hidden: assert leap_years(1900, 1900) == 0
# hidden: assert leap_years(1600, 1600) == 1


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)  #! return year % 4 == 0 and year % 100 != 0


def leap_years(first, last):
    return sum(is_leap(year) for year in range(first, last + 1))
