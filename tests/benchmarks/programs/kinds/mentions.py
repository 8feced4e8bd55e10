# task: the people mentioned by words like "@name", each once, in order; ".", ",", "!" and "?" at the end are no part
# test: assert mentioned(["hi @ann, is @bob there?"]) == ["ann", "bob"]
# test: assert mentioned(["nobody at home"]) == []
# hidden: assert mentioned(["@cy!", "thanks @cy"]) == ["cy"]
# hidden: assert mentioned(["@z @y", "@x.", "@y?!"]) == ["z", "y", "x"]
# hidden: assert mentioned(["mail me at a@b.org"]) == []
# hidden: assert mentioned(["@ and @."]) == []


def mentioned(messages):
    people = []
    for message in messages:
        for word in message.split():
            if word.startswith("@"):
                name = word[1:].rstrip(".,!?")  #! name = word[1:]
                if name and name not in people:
                    people.append(name)
    return people
