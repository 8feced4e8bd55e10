# task: handlers of events: those of a name and those of all; a handler may be called only once
# test: assert play([("once", "a"), ("emit", "a"), ("emit", "a")]) == ["a!"]
# test: assert play([("on", "a"), ("emit", "a"), ("emit", "b"), ("emit", "a")]) == ["a!", "a!"]


class Bus:
    def __init__(self):
        self.handlers = {}

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def off(self, name, handler):
        self.handlers[name].remove(handler)

    def once(self, name, handler):
        def wrapped(event):
            self.off(name, wrapped)  #!
            handler(event)

        self.on(name, wrapped)

    def emit(self, name):
        for handler in list(self.handlers.get(name, [])):
            handler(name)


def play(steps):
    seen = []
    bus = Bus()
    for action, name in steps:
        if action == "emit":
            bus.emit(name)
        else:
            add = bus.on if action == "on" else bus.once
            add(name, lambda event: seen.append(event + "!"))
    return seen
