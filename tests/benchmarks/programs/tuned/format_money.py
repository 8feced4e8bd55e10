# task: cents as text with a comma for thousands, brackets for what is below zero
# test: assert money(123456789) == "1,234,567.89"
# test: assert money(-5) == "(0.05)"
# test: assert money(100000) == "1,000.00"


def grouped(digits):
    parts = []
    while len(digits) > 3:
        parts.append(digits[-3:])
        digits = digits[:-3]
    parts.append(digits)
    return ",".join(reversed(parts))  #! return ",".join(parts)


def money(cents):
    whole, rest = divmod(abs(cents), 100)
    text = f"{grouped(str(whole))}.{rest:02d}"
    return f"({text})" if cents < 0 else text
