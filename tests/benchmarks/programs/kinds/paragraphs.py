# task: gives the paragraphs of a text one by one, lists of the lines between empty lines
# test: assert list(paragraphs("a\nb\n\nc")) == [["a", "b"], ["c"]]
# test: assert list(paragraphs("one\ntwo")) == [["one", "two"]]
# hidden: assert list(paragraphs("")) == []
# hidden: assert list(paragraphs("x\n\n\n\ny\n\nz\n")) == [["x"], ["y"], ["z"]]
# hidden: assert next(paragraphs("\n\np\nq\n\nr")) == ["p", "q"]


def paragraphs(text):
    current = []
    for line in text.split("\n"):
        if line.strip():
            current.append(line)
        elif current:
            yield current
            current = []  #!
    if current:
        yield current
