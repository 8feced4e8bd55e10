# task: the smaller angle in degrees between the hands of a clock at a time such as "3:30"
# test: assert angle("3:00") == 90
# test: assert angle("3:30") == 75
# test: assert angle("12:00") == 0
# hidden: assert angle("6:00") == 180
# hidden: assert angle("9:45") == 22.5
# hidden: assert angle("12:20") == 110
# hidden: assert angle("0:50") == 85


def angle(time):
    hour, minute = (int(part) for part in time.split(":"))
    hour_hand = (hour % 12) * 30 + minute / 2
    minute_hand = minute * 6  #! minute_hand = minute * 5
    between = abs(hour_hand - minute_hand)
    if between > 180:
        between = 360 - between
    return between
