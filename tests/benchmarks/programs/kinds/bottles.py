# task: how many bottles one can drink with `full` ones, when `rate` empty ones give a full one
# test: assert drink(9, 3) == 13
# test: assert drink(5, 3) == 7
# hidden: assert drink(15, 4) == 19
# hidden: assert drink(0, 2) == 0
# hidden: assert drink(5, 5) == 6


def drink(full, rate):
    drunk = 0
    empty = 0
    while full:
        drunk += full
        empty += full
        full = empty // rate
        empty = empty % rate  #! empty = 0
    return drunk
