# task: films in the order of their titles, without regard to capital letters and to "The " or "A " at the beginning
# test: assert in_order(["The Birds", "Alien"]) == ["Alien", "The Birds"]
# test: assert in_order(["solaris", "Vertigo", "M"]) == ["M", "solaris", "Vertigo"]
# test: assert in_order(["Up", "A Trip"]) == ["A Trip", "Up"]
# hidden: assert in_order([]) == []
# hidden: assert in_order(["the thing", "Zodiac", "ran"]) == ["ran", "the thing", "Zodiac"]
# hidden: assert in_order(["THE FLY", "a star", "Theatre"]) == ["THE FLY", "a star", "Theatre"]
# hidden: assert in_order(["b", "A", "c"]) == ["A", "b", "c"]


def sort_key(title):
    key = title.lower()  #! key = title
    for article in ("the ", "a "):
        if key.startswith(article):
            key = key[len(article) :]
            break
    return key


def in_order(titles):
    return sorted(titles, key=sort_key)
