# task: how many pages a list needs, and what is on one of them, counted from 1
# test: assert page(["a", "b", "c", "d"], 1, 2) == (2, ["a", "b"])
# test: assert page(["a", "b", "c"], 2, 2) == (2, ["c"])
# hidden: assert page([], 1, 5) == (0, [])
# hidden: assert page(list("abcdefg"), 3, 3) == (3, ["g"])


def pages_of(count, size):
    return (count + size - 1) // size  #! return count // size


def page(items, number, size):
    first = (number - 1) * size
    return pages_of(len(items), size), items[first : first + size]
