# task: in how many ways a club of some members can choose a committee of a size; 0 for more seats than members
# test: assert committees(4, 2) == 6
# test: assert committees(3, 3) == 1
# test: assert committees(5, 0) == 1
# hidden: assert committees(2, 3) == 0
# hidden: assert committees(6, 3) == 20
# hidden: assert committees(0, 0) == 1
# hidden: assert committees(7, 6) == 7

known = {}


def committees(members, seats):
    if seats > members:
        return 0
    if seats == 0 or seats == members:  #! if seats == members:
        return 1
    if (members, seats) not in known:
        with_first = committees(members - 1, seats - 1)
        without_first = committees(members - 1, seats)
        known[members, seats] = with_first + without_first
    return known[members, seats]
