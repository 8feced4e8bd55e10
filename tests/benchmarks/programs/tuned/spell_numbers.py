# task: the sum of the first and last digits of rows, digits also as words
# test: assert total(["one2x", "a4bfive", "7"]) == 12 + 45 + 77
# test: assert total(["1a2"]) == 12


WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def digit_at(row, place):
    if row[place].isdigit():
        return int(row[place])
    for word, digit in WORDS.items():
        if row.startswith(word, place):  #! if row.endswith(word):
            return digit
    return None


def digits(row):
    found = []
    for place in range(len(row)):
        digit = digit_at(row, place)
        if digit is not None:
            found.append(digit)
    return found


def total(rows):
    result = 0
    for row in rows:
        found = digits(row)
        result += 10 * found[0] + found[-1]
    return result
