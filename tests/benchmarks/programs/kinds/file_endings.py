# task: file names grouped by what stands after their last dot, "" for names without one
# test: assert by_ending(["a.txt", "b.txt"]) == {"txt": ["a.txt", "b.txt"]}
# test: assert by_ending(["old.tar.gz", "c.gz"]) == {"gz": ["old.tar.gz", "c.gz"]}
# test: assert by_ending(["README"]) == {"": ["README"]}
# hidden: assert by_ending([]) == {}
# hidden: assert by_ending(["v1.2.3.py", "x.py", "y.3"]) == {"py": ["v1.2.3.py", "x.py"], "3": ["y.3"]}
# hidden: assert by_ending(["end."]) == {"": ["end."]}


def by_ending(names):
    groups = {}
    for name in names:
        dot = name.rfind(".")  #! dot = name.find(".")
        ending = name[dot + 1 :] if dot >= 0 else ""
        if ending not in groups:
            groups[ending] = []
        groups[ending].append(name)
    return groups
