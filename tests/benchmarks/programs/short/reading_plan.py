# task: pages to read on each day so that a book is done in the given days, the first days taking the rest
# test: assert plan(10, 5) == [2, 2, 2, 2, 2]
# test: assert plan(7, 3) == [3, 2, 2]
# test: assert plan(8, 3) == [3, 3, 2]
# hidden: assert plan(1, 1) == [1]
# hidden: assert plan(2, 4) == [1, 1, 0, 0]
# hidden: assert plan(11, 4) == [3, 3, 3, 2]


def plan(pages, days):
    each, rest = divmod(pages, days)
    out = []
    for day in range(days):
        out.append(each + (1 if day < rest else 0))  #! out.append(each + (0 if day < rest else 1))
    return out
