# task: which of the requests (second, user) are let through: at most 2 of a user within any 10 seconds
# test: assert allowed([(0, "a"), (1, "a"), (2, "a"), (11, "a")]) == [True, True, False, True]
# test: assert allowed([(0, "a"), (0, "b"), (1, "b"), (2, "b")]) == [True, True, True, False]


class Limiter:
    def __init__(self, most, seconds):
        self.most = most
        self.seconds = seconds
        self.passed = {}

    def ask(self, now, user):
        recent = [then for then in self.passed.get(user, []) if now - then < self.seconds]
        allow = len(recent) < self.most
        if allow:
            recent.append(now)
        self.passed[user] = recent  #! self.passed[user] = [now]
        return allow


def allowed(requests):
    limiter = Limiter(2, 10)
    out = []
    for now, user in requests:
        out.append(limiter.ask(now, user))
    return out
