# task: a chat as (speaker, text) pairs, where neighbouring lines of one speaker are joined by a space
# test: assert turns([("ann", "hi"), ("ann", "there"), ("bob", "hello")]) == [("ann", "hi there"), ("bob", "hello")]
# test: assert turns([("bob", "one")]) == [("bob", "one")]
# test: assert turns([]) == []
# hidden: assert turns([("a", "x"), ("b", "y"), ("a", "z")]) == [("a", "x"), ("b", "y"), ("a", "z")]
# hidden: assert turns([("a", "x"), ("a", "y"), ("a", "z")]) == [("a", "x y z")]
# hidden: assert turns([("a", "1"), ("b", "2"), ("b", "3")]) == [("a", "1"), ("b", "2 3")]


def turns(lines):
    if not lines:
        return []
    joined = []
    speaker, said = lines[0][0], []
    for name, text in lines:
        if name != speaker:
            joined.append((speaker, " ".join(said)))
            speaker, said = name, []
        said.append(text)
    joined.append((speaker, " ".join(said)))  #!
    return joined
