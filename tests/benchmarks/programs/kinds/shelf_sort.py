# task: sort books (title, year) by year in place, the oldest first, and give the list back
# test: assert sort_by_year([("B", 1990), ("A", 1980)]) == [("A", 1980), ("B", 1990)]
# test: assert sort_by_year([("C", 2000), ("A", 1950), ("B", 1970)]) == [("A", 1950), ("B", 1970), ("C", 2000)]
# hidden: assert sort_by_year([]) == []
# hidden: assert [y for _, y in sort_by_year([("a", 5), ("b", 1), ("c", 4), ("d", 2), ("e", 3)])] == [1, 2, 3, 4, 5]
# hidden: assert sort_by_year([("x", 7), ("y", 3), ("z", 6)]) == [("y", 3), ("z", 6), ("x", 7)]


def sort_by_year(books):
    for i in range(len(books)):
        oldest = i
        for j in range(i + 1, len(books)):
            if books[j][1] < books[oldest][1]:  #! if books[j][1] < books[i][1]:
                oldest = j
        books[i], books[oldest] = books[oldest], books[i]
    return books
