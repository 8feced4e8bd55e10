# task: the hottest day, and how many days were above the mean
# test: assert report([("mo", 20), ("tu", 30), ("we", 10)]) == ("tu", 1)
def hottest(days):
    best = days[0]
    for day in days[1:]:
        if day[1] > best[1]:  #! if day[1] < best[1]:
            best = day
    return best[0]
def report(days):
    mean = sum(heat for _, heat in days) / len(days)  #! mean = sum(heat for _, heat in days)
    above = sum(1 for _, heat in days if heat > mean)  #! above = sum(1 for _, heat in days if heat < mean - 5) + 1
    return hottest(days), above
