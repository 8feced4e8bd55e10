# task: what is left of each category's budget after some spending; overspending comes from savings
# test: assert left({"food": 50, "fun": 20}, [("food", 30), ("fun", 25), ("food", 10)], 100) == ({"food": 10, "fun": 0}, 95)
# test: assert left({"a": 5}, [], 1) == ({"a": 5}, 1)


class Budget:
    def __init__(self, limits, savings):
        self.limits = dict(limits)
        self.savings = savings

    def spend(self, category, amount):
        available = self.limits[category]
        if amount > available:
            self.savings -= amount - available
            self.limits[category] = 0
        else:
            self.limits[category] = available - amount


def left(limits, spending, savings):
    budget = Budget(limits, savings)
    for category, amount in spending:
        budget.spend(category, amount)  #! budget.spend(category, abs(amount - 5))
    return budget.limits, budget.savings
