# task: after a list of loans and returns, the copies left of each book
# test: assert after([("lend", "emma"), ("lend", "ulysses"), ("back", "emma")]) == {"emma": 2, "ulysses": 0}
# test: assert after([]) == {"emma": 2, "ulysses": 1}


class Book:
    def __init__(self, title, copies):
        self.title = title
        self.copies = copies

    def lend(self):
        if self.copies == 0:
            return False
        self.copies -= 1
        return True

    def give_back(self):
        self.copies += 1  #! self.copies = 1


class Library:
    def __init__(self):
        self.books = {}

    def add(self, title, copies):
        self.books[title] = Book(title, copies)

    def stock(self):
        return {title: book.copies for title, book in self.books.items()}


def after(events):
    library = Library()
    library.add("emma", 2)
    library.add("ulysses", 1)
    for what, title in events:
        book = library.books[title]
        if what == "lend":
            book.lend()
        else:
            book.give_back()
    return library.stock()
