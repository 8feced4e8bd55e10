# task: the sum of an invoice in cents: quantity times price of each line, less the discount in percent of the line, if any
# test: assert invoice_sum([{"price": 100, "quantity": 2}]) == 200
# test: assert invoice_sum([{"price": 100, "quantity": 2, "discount": 50}]) == 100
# hidden: assert invoice_sum([]) == 0
# hidden: assert invoice_sum([{"price": 10, "quantity": 10, "discount": 10}, {"price": 1, "quantity": 3}]) == 93
# hidden: assert invoice_sum([{"price": 500, "quantity": 4, "discount": 25}]) == 1500
# hidden: assert invoice_sum([{"price": 50, "quantity": 1, "discount": 0}]) == 50


def line_sum(line):
    full = line["price"] * line["quantity"]
    percent = line.get("discount", 0)  #! percent = line.get("percent", 0)
    return full - full * percent // 100


def invoice_sum(lines):
    total = 0
    for line in lines:
        total += line_sum(line)
    return total
