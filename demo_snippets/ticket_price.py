# task: the price of a day at the museum. Children under 6 enter free, under 18 pay 5, adults 12, from 65 on 8.
# task: On Mondays everybody who pays gets 2 off.
# test: assert price(30, "Tuesday") == 12
# test: assert price(17, "Monday") == 3
# test: assert price(4, "Friday") == 0
# test: assert price(4, "Monday") == 0
# test: assert price(70, "Sunday") == 8
def price(age, day):
    if age < 18:
        amount = 5
    elif age < 6:
        amount = 0
    elif age >= 65:
        amount = 8
    else:
        amount = 12
    if day == "Monday" and amount:
        amount -= 2
    return amount


family = [("Ada", 36), ("Ben", 71), ("Cleo", 15), ("Dan", 3)]
total = 0
for name, age in family:
    paid = price(age, "Monday")
    print(f"{name:5} {age:3} {paid:3}")
    total += paid
print("total", total)
