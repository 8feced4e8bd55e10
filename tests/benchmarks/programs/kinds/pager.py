# task: pages of at most `size` items
# test: assert pages([1, 2, 3], 2) == [[1, 2], [3]]
# test: assert pages([1, 2], 2) == [[1, 2]]
# hidden: assert pages([], 3) == []
# hidden: assert pages([1, 2, 3, 4, 5], 1) == [[1], [2], [3], [4], [5]]


def pages(items, size):
    out = []
    page = []
    for item in items:
        page.append(item)
        if len(page) == size:
            out.append(page)
            page = []
    if page:  #!
        out.append(page)  #!
    return out
