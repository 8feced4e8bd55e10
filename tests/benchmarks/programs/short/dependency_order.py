# task: names in an order in which each comes after all that it needs
# test: assert order({"app": ["lib"], "lib": []}) == ["lib", "app"]
# test: assert order({"a": []}) == ["a"]
# test: assert order({"c": ["a", "b"], "b": ["a"], "a": []}) == ["a", "b", "c"]
# hidden: assert order({}) == []
# hidden: assert order({"x": ["y"], "y": ["z"], "z": []}) == ["z", "y", "x"]


def order(needs):
    done = []

    def visit(name):
        if name in done:  #! if name in needs:
            return
        for needed in needs[name]:
            visit(needed)
        done.append(name)

    for name in needs:
        visit(name)
    return done
