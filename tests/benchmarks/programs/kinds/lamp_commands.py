# task: the lamps that are lit, sorted, after spoken commands such as "on kitchen" or "OFF Kitchen"; capitals do not matter
# test: assert lit(["on kitchen", "on hall", "off kitchen"]) == ["hall"]
# test: assert lit(["on kitchen", "Off Kitchen"]) == []
# hidden: assert lit([]) == []
# hidden: assert lit(["ON Bath"]) == ["bath"]
# hidden: assert lit(["on Attic", "on ATTIC", "On cellar"]) == ["attic", "cellar"]
# hidden: assert lit(["on a", "OFF A", "On b", "off c"]) == ["b"]


def lit(commands):
    lamps = {}
    for command in commands:
        command = command.lower()  #!
        switch, lamp = command.split()
        if switch == "on":
            lamps[lamp] = True
        elif switch == "off":
            lamps[lamp] = False
    return sorted(lamp for lamp in lamps if lamps[lamp])
