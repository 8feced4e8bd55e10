# task: messages of a chat by thread; replies go to the thread of the message they answer
# test: assert threads([(1, None, "hi"), (2, 1, "hey"), (3, None, "x"), (4, 2, "yo")]) == {1: ["hi", "hey", "yo"], 3: ["x"]}
# test: assert threads([(5, None, "a")]) == {5: ["a"]}


def root_of(parents, number):
    while parents[number] is not None:  #! if parents[number] is not None:
        number = parents[number]
    return number


def threads(messages):
    parents = {number: parent for number, parent, _ in messages}
    found = {}
    for number, _, text in messages:
        root = root_of(parents, number)
        found.setdefault(root, []).append(text)
    return found
