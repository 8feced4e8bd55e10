# task: the users locked out, in order; three failed logins of a user in a row lock the user; logins are (name, worked)
# test: assert locked([("al", False), ("al", False), ("al", True), ("al", False)]) == []
# test: assert locked([("al", False), ("al", False), ("al", False)]) == ["al"]
# hidden: assert locked([("a", False), ("b", False), ("a", False), ("b", True), ("a", False), ("b", False)]) == ["a"]
# hidden: assert locked([("a", False)] * 5) == ["a"]
# hidden: assert locked([]) == []
# hidden: assert locked([("a", worked) for worked in [False, True] * 4]) == []


def locked(logins):
    failures = {}
    out = []
    for name, worked in logins:
        if worked:
            failures[name] = 0  #!
            continue
        failures[name] = failures.get(name, 0) + 1
        if failures[name] == 3:
            out.append(name)
    return out
