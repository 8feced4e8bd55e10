# task: a library's shelf and its readers' books after loans and returns; a loan of a book that is out is ignored
# test: assert after(["emma"], [("lend", "ann", "emma")]) == ([], {"ann": ["emma"]})
# test: assert after(["emma"], [("lend", "ann", "emma"), ("return", "ann", "emma")]) == (["emma"], {"ann": []})
# test: assert after(["emma"], [("lend", "ann", "ulysses")]) == (["emma"], {"ann": []})
# hidden: assert after(["a", "b"], [("lend", "x", "a"), ("lend", "x", "b"), ("return", "x", "a")]) == (["a"], {"x": ["b"]})
# hidden: assert after(["a"], [("lend", "x", "a"), ("lend", "y", "a")]) == ([], {"x": ["a"], "y": []})
# hidden: assert after(["a"], [("lend", "x", "a"), ("return", "x", "a"), ("lend", "y", "a")]) == ([], {"x": [], "y": ["a"]})
# hidden: assert after(["c", "a"], []) == (["c", "a"], {})


def after(titles, actions):
    shelf = list(titles)
    readers = {}
    for action, reader, title in actions:
        books = readers.setdefault(reader, [])
        if action == "lend":
            if title in shelf:
                shelf.remove(title)
                books.append(title)
        elif title in books:
            books.remove(title)
            shelf.append(title)  #! books.append(title)
    return shelf, readers
