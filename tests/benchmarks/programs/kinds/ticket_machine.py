# task: a function that gives the next waiting number at each call, and starts again at 1 after the last one
# test: take = machine(99); assert take() == 1
# test: take = machine(3); assert [take() for _ in range(4)] == [1, 2, 3, 1]
# hidden: a = machine(9); b = machine(9); a(); a(); assert (a(), b()) == (3, 1)
# hidden: take = machine(1); assert [take(), take(), take()] == [1, 1, 1]
# hidden: take = machine(2); assert [take() for _ in range(5)] == [1, 2, 1, 2, 1]


def machine(last):
    number = 0

    def take():
        nonlocal number  #!
        number += 1
        if number > last:
            number = 1
        return number

    return take
