# task: how many calls were refused: at most two within ten seconds
# test: assert refused([0, 1, 2, 11, 12, 13]) == 2
# test: assert refused([0]) == 0


class Limiter:
    def __init__(self, most, span):
        self.most = most
        self.span = span
        self.times = []

    def clean(self, now):
        self.times = [t for t in self.times if now - t < self.span]  #! self.times = [t for t in self.times if now - t < self.most]

    def allow(self, now):
        self.clean(now)
        if len(self.times) >= self.most:
            return False
        self.times.append(now)
        return True


def refused(times):
    limiter = Limiter(2, 10)
    count = 0
    for now in times:
        if not limiter.allow(now):
            count += 1
    return count
