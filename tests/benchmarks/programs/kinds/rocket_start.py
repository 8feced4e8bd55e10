# task: the calls of a countdown from a number down to 1, then "lift-off"
# test: assert list(countdown(3)) == ["3", "2", "1", "lift-off"]
# test: assert list(countdown(0)) == ["lift-off"]
# hidden: assert list(countdown(1)) == ["1", "lift-off"]
# hidden: assert len(list(countdown(10))) == 11
# hidden: assert list(countdown(5))[-2:] == ["1", "lift-off"]


def seconds(start):
    for second in range(start, 0, -1):  #! for second in range(start, 1, -1):
        yield second


def countdown(start):
    for second in seconds(start):
        yield str(second)
    yield "lift-off"
