# task: the fee for a late book: 10 cents a day, nothing in the first 3 days, at most 500 cents
# test: assert fee(3) == 0
# test: assert fee(5) == 20
# test: assert fee(400) == 500
# hidden: assert fee(0) == 0
# hidden: assert fee(4) == 10
# hidden: assert fee(53) == 500

GRACE = 3
RATE = 10
MOST = 500


def fee(days):
    if days <= GRACE:
        return 0
    return min((days - GRACE) * RATE, MOST)  #! return max((days - GRACE) * RATE, MOST)
