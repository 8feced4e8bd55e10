# task: children stand in a circle and every step-th one goes out; the order in which they go
# test: assert counting_out(["Ann", "Bob", "Cid"], 2) == ["Bob", "Ann", "Cid"]
# test: assert counting_out(["Ann"], 5) == ["Ann"]
# hidden: assert counting_out(["a", "b", "c"], 1) == ["a", "b", "c"]
# hidden: assert counting_out([1, 2, 3, 4, 5, 6, 7], 3) == [3, 6, 2, 7, 5, 1, 4]
# hidden: assert counting_out([], 2) == []
# hidden: assert counting_out(["a", "b"], 5) == ["a", "b"]


def counting_out(children, step):
    circle = list(children)
    gone = []
    place = 0
    while circle:
        place = (place + step - 1) % len(circle)  #! place = (place + step) % len(circle)
        gone.append(circle.pop(place))
    return gone
