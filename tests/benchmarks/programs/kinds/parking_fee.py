# task: the fee for some minutes: free for half an hour, then 2 for each hour begun, at most 12
# test: assert fee(20) == 0
# test: assert fee(60) == 2
# test: assert fee(61) == 4
# hidden: assert fee(30) == 0
# hidden: assert fee(120) == 4
# hidden: assert fee(1000) == 12
# hidden: assert fee(31) == 2


def fee(minutes):
    if minutes <= 30:
        return 0
    hours = -(-minutes // 60)  #! hours = minutes // 60
    return min(2 * hours, 12)
