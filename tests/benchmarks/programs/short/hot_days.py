# task: the days (from 1) on which it was hotter than on each of the two days before
# test: assert alerts([1, 2, 3]) == [3]
# test: assert alerts([3, 2, 1]) == []
# test: assert alerts([1, 5, 4, 6]) == [4]
# hidden: assert alerts([]) == []
# hidden: assert alerts([1, 2, 3, 4]) == [3, 4]
# hidden: assert alerts([2, 2, 2]) == []


def alerts(temperatures):
    days = []
    for day in range(2, len(temperatures)):
        before = max(temperatures[day - 2], temperatures[day - 1])
        if temperatures[day] > before:
            days.append(day + 1)  #! days.append(day)
    return days
