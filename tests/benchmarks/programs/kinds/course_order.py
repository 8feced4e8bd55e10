# task: courses in an order in which each comes after those that it needs
# test: assert order({"a": [], "b": ["a"]}) == ["a", "b"]
# test: assert order({"c": ["b"], "b": ["a"], "a": []}) == ["a", "b", "c"]
# hidden: assert order({}) == []
# hidden: assert order({"x": [], "y": [], "z": ["x", "y"]}) == ["x", "y", "z"]
# hidden: assert order({"z": ["y", "x"], "x": [], "y": ["x"]}) == ["x", "y", "z"]


def order(needs):
    done = []
    while len(done) < len(needs):
        ready = [
            course
            for course in needs
            if course not in done and all(other in done for other in needs[course])
        ]
        if not ready:
            raise ValueError("courses need each other")
        done.extend(ready)  #! done = ready
    return done
