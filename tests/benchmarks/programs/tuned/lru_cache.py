# task: what a cache of a given size holds, the one used last at the end
# test: assert held(2, ["+a", "+b", "?a", "+c"]) == ["a", "c"]
# test: assert held(1, ["+a", "+b"]) == ["b"]


class Cache:
    def __init__(self, size):
        self.size = size
        self.values = {}
        self.order = []

    def touch(self, key):
        if key in self.order:
            self.order.remove(key)
        self.order.append(key)

    def get(self, key):
        if key not in self.values:
            return None
        self.touch(key)  #!
        return self.values[key]

    def put(self, key, value):
        self.values[key] = value
        self.touch(key)
        if len(self.order) > self.size:
            oldest = self.order.pop(0)
            del self.values[oldest]


def held(size, events):
    cache = Cache(size)
    for number, event in enumerate(events):
        kind, key = event[0], event[1:]
        if kind == "+":
            cache.put(key, number)
        else:
            cache.get(key)
    return cache.order
