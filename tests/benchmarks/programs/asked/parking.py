# task: the fee for parking: 2 for each hour begun, the first 15 minutes free, at most 20
# test: assert fee(10) == 0
# test: assert fee(61) == 4
# test: assert fee(1000) == 20
FREE = 15  #! FREE = 5
RATE = 2
def fee(minutes):
    if minutes <= FREE:
        return 0
    hours = -(-minutes // 60)  #! hours = minutes // 60
    return min(20, hours * RATE)  #! return max(20, hours * RATE)
