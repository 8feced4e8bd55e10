# task: split a list into pages of `size` items; the last page may be shorter
# test: assert pages([], 3) == []
# test: assert pages([1, 2, 3, 4], 3) == [[1, 2, 3], [4]]
# test: assert pages([1, 2, 3, 4, 5, 6, 7], 3) == [[1, 2, 3], [4, 5, 6], [7]]
# test: assert pages([1, 2], 1) == [[1], [2]]
def pages(items, size):
    """The pages, in order."""
    found = []
    for start in range(0, len(items) - size, size):
        page = items[start:start + size]
        found.append(page)
    return found


articles = ["intro", "setup", "usage", "api", "faq"]
for number, page in enumerate(pages(articles, 2), 1):
    print(f"page {number}: {', '.join(page)}")
