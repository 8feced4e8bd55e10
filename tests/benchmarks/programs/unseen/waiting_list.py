# task: the members of a course and its waiting list after joins ("+name") and leaves ("-name"); who waits longest moves up
# test: assert enrol(2, ["+ann", "+bob", "+cid"]) == (["ann", "bob"], ["cid"])
# test: assert enrol(1, ["+ann", "+bob", "-ann"]) == (["bob"], [])
# test: assert enrol(1, ["+ann", "+bob", "+cid", "-ann"]) == (["bob"], ["cid"])
# hidden: assert enrol(1, ["+a", "+b", "+c", "+d", "-a", "-b"]) == (["c"], ["d"])
# hidden: assert enrol(1, ["+a", "+b", "+c", "-b", "-a"]) == (["c"], [])
# hidden: assert enrol(2, []) == ([], [])
# hidden: assert enrol(2, ["+a", "-a", "+b"]) == (["b"], [])


def enrol(places, events):
    members = []
    waiting = []
    for event in events:
        name = event[1:]
        if event.startswith("+"):
            if len(members) < places:
                members.append(name)
            else:
                waiting.append(name)
        elif name in members:
            members.remove(name)
            if waiting:
                members.append(waiting.pop(0))  #! members.append(waiting.pop())
        elif name in waiting:
            waiting.remove(name)
    return members, waiting
