# task: how many platforms a station needs; a train that arrives in the minute when another leaves can take its platform
# test: assert platforms([900, 910], [905, 920]) == 1
# test: assert platforms([900, 910, 920], [915, 925, 930]) == 2
# test: assert platforms([900, 930], [930, 945]) == 1
# hidden: assert platforms([], []) == 0
# hidden: assert platforms([800, 805, 810], [820, 815, 830]) == 3
# hidden: assert platforms([800, 810, 820], [810, 820, 830]) == 1
# hidden: assert platforms([700, 705, 720, 721], [720, 740, 725, 730]) == 3


def platforms(arrivals, departures):
    arrivals = sorted(arrivals)
    departures = sorted(departures)
    here = 0
    most = 0
    gone = 0
    for arrival in arrivals:
        while departures[gone] <= arrival:  #! while departures[gone] < arrival:
            here -= 1
            gone += 1
        here += 1
        most = max(most, here)
    return most
