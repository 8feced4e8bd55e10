# task: the kind of a triangle by its sides: "equilateral", "isosceles", "scalene", or "none" where they cannot meet
# test: assert kind(3, 3, 3) == "equilateral"
# test: assert kind(3, 4, 5) == "scalene"
# test: assert kind(4, 6, 4) == "isosceles"
# hidden: assert kind(5, 5, 3) == "isosceles"
# hidden: assert kind(9, 2, 9) == "isosceles"
# hidden: assert kind(7, 10, 7) == "isosceles"
# hidden: assert kind(1, 5, 1) == "none"
# hidden: assert kind(6, 7, 8) == "scalene"


def kind(a, b, c):
    longest = max(a, b, c)
    if longest >= a + b + c - longest:
        return "none"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c or a == c:  #! if a == b or b == c:
        return "isosceles"
    return "scalene"
