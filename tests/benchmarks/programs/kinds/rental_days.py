# task: the cost of a hired bike; the first and the last day both count, and every full week costs only six days
# test: assert rental_cost("2024-05-01", "2024-05-01", 10) == 10
# test: assert rental_cost("2024-05-01", "2024-05-03", 10) == 30
# hidden: assert rental_cost("2024-02-28", "2024-03-01", 5) == 15
# hidden: assert rental_cost("2024-05-01", "2024-05-07", 10) == 60
# hidden: assert rental_cost("2024-05-01", "2024-05-08", 10) == 70
# hidden: assert rental_cost("2023-12-31", "2024-01-01", 8) == 16

from datetime import date


def rental_cost(first, last, per_day):
    """Dates are ISO strings."""
    start = date.fromisoformat(first)
    end = date.fromisoformat(last)
    days = (end - start).days + 1  #! days = (end - start).days
    weeks, rest = divmod(days, 7)
    return (weeks * 6 + rest) * per_day
