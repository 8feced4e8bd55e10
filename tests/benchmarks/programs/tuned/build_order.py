# task: an order in which things can be built, each after what it needs; None where there is a circle
# test: assert order({"app": ["lib", "ui"], "ui": ["lib"], "lib": []}) == ["lib", "ui", "app"]
# test: assert order({"a": ["b"], "b": ["a"]}) is None


def counts_of(needs):
    return {name: len(before) for name, before in needs.items()}


def users_of(needs):
    users = {name: [] for name in needs}
    for name, before in needs.items():
        for other in before:
            users[other].append(name)  #! users[name].append(other)
    return users


def order(needs):
    left = counts_of(needs)
    users = users_of(needs)
    ready = sorted(name for name in needs if left[name] == 0)
    done = []
    while ready:
        name = ready.pop(0)
        done.append(name)
        for user in users[name]:
            left[user] -= 1
            if left[user] == 0:
                ready.append(user)
    return done if len(done) == len(needs) else None
