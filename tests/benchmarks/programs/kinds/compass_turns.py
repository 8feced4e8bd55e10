# task: the nearest of N, E, S, W to a ship's heading that was north, after turns in degrees, to the right if positive
# test: assert heading([90]) == "E"
# test: assert heading([90, 90]) == "S"
# test: assert heading([-90]) == "W"
# hidden: assert heading([]) == "N"
# hidden: assert heading([360, 270]) == "W"
# hidden: assert heading([350]) == "N"
# hidden: assert heading([-180]) == "S"
# hidden: assert heading([100, 100]) == "S"

NAMES = "NESW"


def heading(turns):
    degrees = 0
    for turn in turns:
        degrees = (degrees + turn) % 360  #! degrees = (degrees + turn) % 180
    quarter = (degrees + 45) // 90
    return NAMES[quarter % 4]
