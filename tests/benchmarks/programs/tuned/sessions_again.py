# task: how many visits each user made; a new one begins after a pause of more than 30 minutes
# test: assert visits([("a", 0), ("b", 5), ("a", 20), ("a", 45), ("a", 90)]) == {"a": 2, "b": 1}
# test: assert visits([]) == {}


class Log:
    PAUSE = 30

    def __init__(self):
        self.last = {}
        self.counts = {}

    def see(self, user, minute):
        before = self.last.get(user)
        if before is None or minute - before > self.PAUSE:
            self.counts[user] = self.counts.get(user, 0) + 1
            self.last[user] = minute
        self.last[user] = minute  #!


def visits(events):
    log = Log()
    for user, minute in events:
        log.see(user, minute)
    return log.counts
