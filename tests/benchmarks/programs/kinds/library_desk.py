# task: a library; lends its books to one member at a time and says if it did, who has a book, and a member's books, sorted
# test: desk = Library(["Emma", "Dune"]); assert desk.lend("Emma", "Jo") and desk.who_has("Emma") == "Jo"
# test: desk = Library(["Emma"]); desk.lend("Emma", "Jo"); assert not desk.lend("Emma", "Ed")
# hidden: desk = Library(["Emma", "Dune"]); desk.lend("Emma", "Jo"); desk.lend("Dune", "Jo"); assert desk.books_of("Jo") == ["Dune", "Emma"]
# hidden: desk = Library(["Emma"]); desk.lend("Emma", "Jo"); desk.give_back("Emma"); assert desk.lend("Emma", "Ed") and desk.books_of("Jo") == []
# hidden: desk = Library(["Emma"]); assert desk.who_has("Emma") is None and not desk.lend("Ulysses", "Jo")
# hidden: desk = Library(["A", "B"]); desk.lend("A", "x"); desk.lend("B", "y"); assert desk.who_has("B") == "y" and desk.books_of("x") == ["A"]


class Library:
    def __init__(self, titles):
        self.titles = set(titles)
        self.loans = {}

    def lend(self, title, member):
        if title not in self.titles or title in self.loans:
            return False
        self.loans[title] = member  #! self.loans[title] = title
        return True

    def give_back(self, title):
        self.loans.pop(title, None)

    def who_has(self, title):
        return self.loans.get(title)

    def books_of(self, member):
        return sorted(title for title, who in self.loans.items() if who == member)
