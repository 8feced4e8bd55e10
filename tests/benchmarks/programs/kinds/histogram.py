# task: rows of stars for counts, right-aligned names of equal width
# test: assert rows({"a": 2}) == ["a **"]
# test: assert rows({"ab": 1, "c": 3}) == ["ab *", " c ***"]
# hidden: assert rows({}) == []
# hidden: assert rows({"x": 0, "yyy": 1}) == ["  x ", "yyy *"]


def rows(counts):
    width = max([len(name) for name in counts], default=0)
    out = []
    for name, count in counts.items():
        out.append(name.rjust(width) + " " + "*" * count)  #! out.append(name.ljust(width) + " " + "*" * count)
    return out
