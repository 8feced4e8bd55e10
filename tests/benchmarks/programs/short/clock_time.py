# task: seconds as H:MM:SS
# test: assert clock(59) == "0:00:59"
# test: assert clock(3600) == "1:00:00"
# test: assert clock(3661) == "1:01:01"
# hidden: assert clock(0) == "0:00:00"
# hidden: assert clock(7325) == "2:02:05"
# hidden: assert clock(86399) == "23:59:59"


def clock(seconds):
    hours = seconds // 3600
    minutes = seconds % 3600 // 60  #! minutes = seconds // 60
    rest = seconds % 60
    return f"{hours}:{minutes:02d}:{rest:02d}"
