# task: page numbers, in order, as they stand in an index: "3-5" for pages that follow each other, "9" for a single one
# test: assert index_entry([3, 4, 5, 9]) == "3-5, 9"
# test: assert index_entry([7]) == "7"
# hidden: assert index_entry([1, 2, 4, 6, 7, 8]) == "1-2, 4, 6-8"
# hidden: assert index_entry([10, 20]) == "10, 20"
# hidden: assert index_entry([1, 2, 3, 4, 5]) == "1-5"


def as_text(first, last):
    if first == last:
        return str(first)
    return f"{first}-{last}"


def index_entry(pages):
    parts = []
    first = last = pages[0]
    for page in pages[1:]:
        if page != last + 1:
            parts.append(as_text(first, last))
            first = page
        last = page
        #! first = page
    parts.append(as_text(first, last))
    return ", ".join(parts)
