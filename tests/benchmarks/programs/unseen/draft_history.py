# task: all versions of a list of paragraphs, from the empty one on, after edits: ("add", text), ("drop", place), ("swap", place)
# test: assert versions([]) == [[]]
# test: assert versions([("add", "hi"), ("add", "bye")]) == [[], ["hi"], ["hi", "bye"]]
# hidden: assert versions([("add", "a"), ("drop", 0)]) == [[], ["a"], []]
# hidden: assert versions([("add", "a"), ("add", "b"), ("swap", 0)]) == [[], ["a"], ["a", "b"], ["b", "a"]]
# hidden: assert versions([("add", "a"), ("add", "b"), ("drop", 0), ("add", "c")])[-1] == ["b", "c"]
# hidden: assert versions([("add", "a"), ("add", "b"), ("drop", 1)]) == [[], ["a"], ["a", "b"], ["a"]]


def versions(edits):
    draft = []
    history = [[]]
    for kind, value in edits:
        if kind == "add":
            draft.append(value)
        elif kind == "drop":
            del draft[value]
        else:
            draft[value], draft[value + 1] = draft[value + 1], draft[value]
        history.append(list(draft))  #! history.append(draft)
    return history
