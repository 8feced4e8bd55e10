# task: the first build that fails, in a list of builds of which all after it fail too; None if none fails
# test: assert first_bad(["1.0", "1.1", "1.2"], {"1.2"}) == "1.2"
# test: assert first_bad([], set()) is None
# hidden: assert first_bad(["a", "b", "c", "d"], {"b", "c", "d"}) == "b"
# hidden: assert first_bad(["a", "b", "c"], {"a", "b", "c"}) == "a"
# hidden: assert first_bad(["a", "b", "c", "d", "e"], set()) is None
# hidden: assert first_bad(["a"], {"a"}) == "a"


def first_bad(builds, failing):
    low = 0
    high = len(builds)
    while low < high:
        middle = (low + high) // 2  #! middle = (low + high) / 2
        if builds[middle] in failing:
            high = middle
        else:
            low = middle + 1
    return builds[low] if low < len(builds) else None
