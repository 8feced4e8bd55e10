# task: the label of a theatre seat such as "B3", from its number, which starts at 1; a row has ten seats
# test: assert seat_label(1) == "A1"
# test: assert seat_label(13) == "B3"
# test: assert seat_label(10) == "A10"
# hidden: assert seat_label(11) == "B1"
# hidden: assert seat_label(20) == "B10"
# hidden: assert seat_label(260) == "Z10"
# hidden: assert [seat_label(n) for n in (9, 30)] == ["A9", "C10"]
ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SEATS_IN_ROW = 10


def seat_label(number):
    row = (number - 1) // SEATS_IN_ROW  #! row = number // SEATS_IN_ROW
    seat = (number - 1) % SEATS_IN_ROW + 1
    return f"{ROWS[row]}{seat}"


def labels(numbers):
    return [seat_label(number) for number in numbers]
