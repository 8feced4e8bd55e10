# task: how many different people each person shook hands with, from pairs of names
# test: assert handshakes([("ann", "bob")]) == {"ann": 1, "bob": 1}
# test: assert handshakes([("ann", "bob"), ("cid", "ann")]) == {"ann": 2, "bob": 1, "cid": 1}
# hidden: assert handshakes([]) == {}
# hidden: assert handshakes([("a", "b"), ("b", "a"), ("a", "b")]) == {"a": 1, "b": 1}
# hidden: assert handshakes([("a", "b"), ("a", "c"), ("a", "d")]) == {"a": 3, "b": 1, "c": 1, "d": 1}
# hidden: assert handshakes([("x", "y"), ("z", "y"), ("w", "y")])["y"] == 3


def handshakes(pairs):
    partners = {}
    for one, other in pairs:
        partners.setdefault(one, set()).add(other)
        partners.setdefault(other, set()).add(one)  #! partners.setdefault(one, set()).add(one)
    counts = {}
    for name, met in partners.items():
        counts[name] = len(met)
    return counts
