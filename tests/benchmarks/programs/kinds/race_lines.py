# task: the fastest runner in lines such as "Ann Lee: 58.2" (seconds), with the time; the first of equals
# test: assert fastest(["Ann Lee: 58.2", "Bo: 61"]) == ("Ann Lee", 58.2)
# test: assert fastest(["Cy: 100.5", "Di: 99"]) == ("Di", 99.0)
# hidden: assert fastest(["A: 9.8", "B: 10.1"]) == ("A", 9.8)
# hidden: assert fastest(["A: 60.0", "B: 60"]) == ("A", 60.0)
# hidden: assert fastest(["Solo: 7"]) == ("Solo", 7.0)
# hidden: assert fastest(["A: 1000", "B: 200", "C: 30"]) == ("C", 30.0)


def fastest(lines):
    best_name = None
    best_time = None
    for line in lines:
        name, time = line.split(": ")
        time = float(time)  #!
        if best_time is None or time < best_time:
            best_name = name
            best_time = time
    return best_name, best_time
