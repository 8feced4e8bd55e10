# task: how many people went through a turnstile, and how many coins were given for nothing
# test: assert watch(["coin", "push", "push", "coin", "coin", "push"]) == (2, 1)
# test: assert watch([]) == (0, 0)
# test: assert watch(["coin", "push", "coin", "push"]) == (2, 0)


class Turnstile:
    def __init__(self):
        self.state = "locked"
        self.passed = 0
        self.wasted = 0

    def on_coin(self):
        if self.state == "locked":
            self.state = "open"
        else:
            self.wasted += 1

    def on_push(self):
        if self.state == "open":
            self.passed += 1
            self.state = "locked"  #!


def watch(events):
    gate = Turnstile()
    handlers = {"coin": gate.on_coin, "push": gate.on_push}
    for event in events:
        handlers[event]()
    return gate.passed, gate.wasted
