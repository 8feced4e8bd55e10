# task: all orders in which guests can sit in a row, in the order of the list
# test: assert seatings(["ann"]) == [["ann"]]
# test: assert seatings(["ann", "bob"]) == [["ann", "bob"], ["bob", "ann"]]
# hidden: assert seatings([]) == [[]]
# hidden: assert len(seatings([1, 2, 3, 4])) == 24
# hidden: assert seatings([1, 2, 3])[3] == [2, 3, 1]
# hidden: assert seatings([1, 2, 3])[-1] == [3, 2, 1]


def seatings(guests):
    found = []
    row = []

    def place():
        if len(row) == len(guests):
            found.append(row[:])  #! found.append(row)
            return
        for guest in guests:
            if guest in row:
                continue
            row.append(guest)
            place()
            row.pop()

    place()
    return found
