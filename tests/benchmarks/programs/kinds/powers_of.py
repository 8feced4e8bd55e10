# task: functions that raise to the powers 0, 1, 2 ...
# test: assert [power(3) for power in powers(3)] == [1, 3, 9]
# test: assert powers(0) == []
# hidden: assert [power(2) for power in powers(5)] == [1, 2, 4, 8, 16]
# hidden: assert powers(2)[0](7) == 1


def powers(count):
    functions = []
    for exponent in range(count):
        functions.append(lambda base, exponent=exponent: base**exponent)  #! functions.append(lambda base: base**exponent)
    return functions
