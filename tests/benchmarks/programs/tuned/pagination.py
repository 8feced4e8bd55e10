# task: the page numbers shown around the current one, with None for a gap; the first and last are always there
# test: assert pages(5, 10) == [1, None, 4, 5, 6, None, 10]
# test: assert pages(1, 3) == [1, 2, 3]
# test: assert pages(2, 9) == [1, 2, 3, None, 9]


def shown(current, last):
    near = {current - 1, current, current + 1}
    return sorted(page for page in near | {1, last} if 1 <= page <= last)


def pages(current, last):
    result = []
    before = 0
    for page in shown(current, last):
        if page > before + 1:  #! if page > before:
            result.append(None)
        result.append(page)
        before = page
    return result
