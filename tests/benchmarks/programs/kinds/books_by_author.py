# task: the titles of a library by author, each list sorted
# test: assert by_author([{"title": "Emma", "author": "Austen"}]) == {"Austen": ["Emma"]}
# test: assert by_author([]) == {}
# hidden: assert by_author([{"title": "B", "author": "X"}, {"title": "A", "author": "X"}]) == {"X": ["A", "B"]}
# hidden: assert by_author([{"title": "A", "author": "X"}, {"title": "C", "author": "Y"}]) == {"X": ["A"], "Y": ["C"]}
# hidden: assert by_author([{"title": "It", "author": "It"}]) == {"It": ["It"]}


def by_author(books):
    shelves = {}
    for book in books:
        shelf = shelves.setdefault(book["author"], [])  #! shelf = shelves.setdefault(book["title"], [])
        shelf.append(book["title"])
    for shelf in shelves.values():
        shelf.sort()
    return shelves
