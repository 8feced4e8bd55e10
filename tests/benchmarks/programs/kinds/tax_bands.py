# task: tax: nothing up to 1000, a tenth of what is above, and a fifth of what is above 5000, in whole coins
# test: assert tax(1000) == 0
# test: assert tax(2000) == 100
# test: assert tax(6000) == 600
# hidden: assert tax(5000) == 400
# hidden: assert tax(0) == 0
# hidden: assert tax(7000) == 800
# hidden: assert tax(1010) == 1


def tax(income):
    due = 0
    if income > 5000:
        due += (income - 5000) // 5
        income = 5000  #!
    if income > 1000:
        due += (income - 1000) // 10
    return due
