# task: the readings of a log; what is no number is counted, and the rest of the log is read all the same
# test: assert readings("3\n4") == ([3.0, 4.0], 0)
# test: assert readings("3\nx\n4") == ([3.0, 4.0], 1)
# hidden: assert readings("x\ny") == ([], 2)
# hidden: assert readings("") == ([], 0)
# hidden: assert readings("x\n1.5\ny\n2") == ([1.5, 2.0], 2)


def readings(text):
    values = []
    broken = 0
    for line in text.splitlines():
        try:
            values.append(float(line))
        except ValueError:
            broken += 1
            continue  #! break
    return values, broken
