# task: book seats of a hall for a group; all or none of the seats, and whether it worked
# test: h = Hall(5); assert h.book([1, 2]) and h.free() == 3
# test: h = Hall(5); h.book([1, 2]); assert not h.book([2, 3])
# test: h = Hall(5); h.book([1, 2]); h.book([3, 2]); assert h.free() == 3
# hidden: h = Hall(3); assert not h.book([4]) and h.free() == 3
# hidden: h = Hall(3); h.book([2]); h.book([1, 2]); assert h.book([1])
# hidden: h = Hall(2); assert h.book([1, 2]) and h.free() == 0
# hidden: h = Hall(2); assert h.book([]) and h.free() == 2


class Hall:
    def __init__(self, seats):
        self.seats = seats
        self.taken = set()

    def free(self):
        return self.seats - len(self.taken)

    def book(self, wanted):
        for seat in wanted:
            if seat < 1 or seat > self.seats:
                return False
            if seat in self.taken:
                return False
            #! self.taken.add(seat)
        self.taken.update(wanted)
        return True
