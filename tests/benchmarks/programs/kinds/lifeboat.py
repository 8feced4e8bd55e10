# task: lifeboats take people in turn, each until it is full; the names in every boat, and the names that found no seat
# test: assert board(["a", "b", "c"], [2, 2]) == ([["a", "b"], ["c"]], [])
# test: assert board(["a"], []) == ([], ["a"])
# hidden: assert board(["a", "b", "c"], [1, 1]) == ([["a"], ["b"]], ["c"])
# hidden: assert board([], [3]) == ([[]], [])
# hidden: assert board(["a", "b"], [0, 5]) == ([[], ["a", "b"]], [])


class Boat:
    def __init__(self, seats):
        self.seats = seats
        self.people = []

    def is_full(self):
        return len(self.people) >= self.seats


def board(people, sizes):
    boats = [Boat(size) for size in sizes]
    left = []
    for name in people:
        for boat in boats:
            if not boat.is_full():  #! if not boat.is_full:
                boat.people.append(name)
                break
        else:
            left.append(name)
    return [boat.people for boat in boats], left
