# task: the discount in percent of an order: 5 from 50, 10 from 100, 20 from 500
# test: assert discount(49) == 0
# test: assert discount(120) == 10
# test: assert discount(500) == 20
# hidden: assert discount(50) == 5
# hidden: assert discount(100) == 10
# hidden: assert discount(99) == 5
# hidden: assert discount(10000) == 20

TIERS = [(50, 5), (100, 10), (500, 20)]


def discount(amount):
    percent = 0
    for least, value in TIERS:
        if amount >= least:  #! if amount > least:
            percent = value
        else:
            break
    return percent
