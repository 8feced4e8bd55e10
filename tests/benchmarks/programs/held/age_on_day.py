# task: how old someone is on a day, both as "YYYY-MM-DD"; and the mean age of a group
# test: assert age("2000-05-20", "2020-05-19") == 19
# test: assert age("2000-05-20", "2020-05-20") == 20
# test: assert mean_age(["2000-01-01", "1990-12-31"], "2020-06-01") == 24.5


def split_date(text):
    year, month, day = text.split("-")
    return int(year), int(month), int(day)


def age(born, today):
    year, month, day = split_date(born)
    now_year, now_month, now_day = split_date(today)
    years = now_year - year
    if (now_month, now_day) < (month, day):  #! if now_month < month and now_day < day:
        years -= 1
    return years


def mean_age(births, today):
    ages = [age(born, today) for born in births]
    return sum(ages) / len(ages)
