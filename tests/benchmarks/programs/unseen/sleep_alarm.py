# task: the time "hh:mm" at which an alarm rings some minutes after a time on a clock of 24 hours
# test: assert alarm("07:30", 45) == "08:15"
# test: assert alarm("10:50", 90) == "12:20"
# test: assert alarm("23:30", 45) == "00:15"
# hidden: assert alarm("13:05", 0) == "13:05"
# hidden: assert alarm("22:00", 600) == "08:00"
# hidden: assert alarm("00:00", 1440) == "00:00"
# hidden: assert alarm("11:59", 1) == "12:00"


def to_minutes(clock):
    hour, minute = clock.split(":")
    return int(hour) * 60 + int(minute)


def alarm(start, minutes):
    total = to_minutes(start) + minutes
    hours = total // 60 % 24  #! hours = total // 60 % 12
    rest = total % 60
    return f"{hours:02}:{rest:02}"
