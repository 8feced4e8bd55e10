# task: who may borrow which book: one copy each, at most two books a reader
# test: assert lend({"emma": 1, "ulysses": 2}, [("+", "jo", "emma"), ("-", "jo", "emma"), ("+", "al", "emma")]) == ["jo:emma", "al:emma"]
# test: assert lend({"emma": 1}, [("+", "jo", "emma"), ("+", "al", "emma")]) == ["jo:emma"]


class Library:
    MOST = 2

    def __init__(self, copies):
        self.copies = dict(copies)
        self.loans = {}

    def borrow(self, reader, book):
        held = self.loans.setdefault(reader, set())
        if len(held) >= self.MOST or book in held:
            return False
        if self.copies.get(book, 0) == 0:
            return False
        self.copies[book] -= 1
        held.add(book)
        return True

    def bring_back(self, reader, book):
        held = self.loans.get(reader, set())
        if book in held:
            held.remove(book)
            self.copies[book] += 1  #!


def lend(copies, events):
    library = Library(copies)
    log = []
    for kind, reader, book in events:
        if kind == "-":
            library.bring_back(reader, book)
        elif library.borrow(reader, book):
            log.append(f"{reader}:{book}")
    return log
