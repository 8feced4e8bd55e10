# task: the departures "hh:mm" of buses from the first hour to the last, some each hour, evenly from the full hour on
# test: assert bus_times(7, 7, 2) == ["07:00", "07:30"]
# test: assert bus_times(9, 10, 1) == ["09:00", "10:00"]
# hidden: assert bus_times(5, 6, 3) == ["05:00", "05:20", "05:40", "06:00", "06:20", "06:40"]
# hidden: assert bus_times(22, 23, 0) == []
# hidden: assert bus_times(0, 0, 4) == ["00:00", "00:15", "00:30", "00:45"]
# hidden: assert bus_times(8, 7, 2) == []


def bus_times(first, last, each_hour):
    times = []
    for hour in range(first, last + 1):
        minute = 0
        for _ in range(each_hour):  #! for hour in range(each_hour):
            times.append(f"{hour:02}:{minute:02}")
            minute += 60 // each_hour
    return times
