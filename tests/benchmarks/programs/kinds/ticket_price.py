# task: children under 6 go free, those under 18 and everybody from 65 pay half of 10, others 10
# test: assert price(5) == 0
# test: assert price(17) == 5
# test: assert price(30) == 10
# test: assert price(70) == 5
# hidden: assert price(65) == 5
# hidden: assert price(6) == 5
# hidden: assert price(18) == 10
# hidden: assert price(64) == 10


def price(age):
    if age < 6:
        return 0
    if age < 18 or age >= 65:  #! if age < 18 and age >= 65:
        return 5
    return 10
