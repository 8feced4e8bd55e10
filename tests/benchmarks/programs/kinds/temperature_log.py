# task: a log of temperatures; the mean of the last `n` of them, None while there are none
# test: t = Log(2); t.add(10); t.add(20); assert t.mean() == 15
# test: t = Log(2); t.add(10); t.add(20); t.add(30); assert t.mean() == 25
# test: assert Log(3).mean() is None
# hidden: t = Log(1); t.add(4); t.add(8); assert t.mean() == 8
# hidden: t = Log(3); t.add(3); assert t.mean() == 3
# hidden: t = Log(2); [t.add(n) for n in (1, 2, 3, 5)]; assert t.mean() == 4


class Log:
    def __init__(self, n):
        self.n = n
        self.values = []

    def add(self, value):
        self.values.append(value)

    def mean(self):
        last = self.values[-self.n :]  #! last = self.values[: self.n]
        if not last:
            return None
        return sum(last) / len(last)
