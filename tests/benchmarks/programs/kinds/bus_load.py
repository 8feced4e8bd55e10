# task: the most people that were in a bus at once, from how many got on and off at each stop; the bus starts empty
# test: assert most_aboard([(5, 0), (3, 2)]) == 6
# test: assert most_aboard([(4, 0), (0, 4)]) == 4
# hidden: assert most_aboard([]) == 0
# hidden: assert most_aboard([(10, 0), (2, 8), (5, 1)]) == 10
# hidden: assert most_aboard([(1, 0), (1, 0), (1, 1), (2, 0)]) == 4


def most_aboard(stops):
    aboard = 0
    most = 0
    for got_on, got_off in stops:
        aboard += got_on - got_off  #! aboard += got_on + got_off
        if aboard > most:
            most = aboard
    return most
