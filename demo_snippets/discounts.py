# task: for each customer group make a function that takes the group's percentage off a price
# test: assert make_discounts({"staff": 50})["staff"](80) == 40
# test: assert make_discounts({"student": 20, "staff": 50})["student"](100) == 80
# test: both = make_discounts({"member": 10, "guest": 0}); assert [both["member"](200), both["guest"](200)] == [180, 200]
# test: assert make_discounts({}) == {}
def make_discounts(rates):
    discounts = {}
    for group, percent in rates.items():
        def discount(price):
            saved = price * percent / 100
            return price - saved
        discounts[group] = discount
    return discounts


rules = make_discounts({"student": 20, "member": 10, "guest": 0})
for group, rule in rules.items():
    print(f"{group}: 100.00 becomes {rule(100):.2f}")
