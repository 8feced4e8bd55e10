# task: the smallest and the largest shoe size and how many pairs there are, from a text such as "42, 9, 38"; None for no size
# test: assert sizes("42, 38") == (38, 42, 2)
# test: assert sizes("9, 10") == (9, 10, 2)
# test: assert sizes("") is None
# hidden: assert sizes("40") == (40, 40, 1)
# hidden: assert sizes("8, 12, 11, 9") == (8, 12, 4)
# hidden: assert sizes("100,20,3") == (3, 100, 3)
# hidden: assert sizes("41, , 39") == (39, 41, 2)


def sizes(text):
    found = []
    for part in text.split(","):
        if part.strip():
            found.append(int(part))  #! found.append(part)
    if not found:
        return None
    smallest = largest = found[0]
    for size in found:
        if size < smallest:
            smallest = size
        if size > largest:
            largest = size
    return smallest, largest, len(found)
