# task: chat messages as (minute, text) in order of time, in sessions; a new one begins after more than 30 quiet minutes
# test: assert sessions([(0, "hi"), (5, "you?"), (90, "back")]) == [["hi", "you?"], ["back"]]
# test: assert sessions([]) == []
# hidden: assert sessions([(7, "solo")]) == [["solo"]]
# hidden: assert sessions([(0, "a"), (30, "b"), (61, "c"), (62, "d")]) == [["a", "b"], ["c", "d"]]
# hidden: assert sessions([(0, "a"), (100, "b"), (200, "c")]) == [["a"], ["b"], ["c"]]

GAP = 30


def sessions(messages):
    found = []
    current = []
    previous = None
    for minute, text in messages:
        if previous is not None and minute - previous > GAP:
            found.append(current)
            current = []
        current.append(text)
        previous = minute
    found.append(current)  #!
    return [session for session in found if session]
