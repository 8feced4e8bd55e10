# task: in which order patients are seen: urgent ones first, otherwise those who came earlier; patients are (name, urgent)
# test: assert order([("Ann", False), ("Bob", True)]) == ["Bob", "Ann"]
# test: assert order([("Zoe", False), ("Kim", False)]) == ["Zoe", "Kim"]
# hidden: assert order([]) == []
# hidden: assert order([("Zed", True), ("Amy", True), ("Lou", False)]) == ["Zed", "Amy", "Lou"]
# hidden: assert order([("c", False), ("b", True), ("a", False), ("d", True)]) == ["b", "d", "c", "a"]


def order(arrivals):
    urgent = []
    others = []
    for name, is_urgent in arrivals:
        if is_urgent:
            urgent.append(name)
        else:
            others.append(name)
    #! others.sort()
    return urgent + others
