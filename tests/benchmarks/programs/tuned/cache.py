# task: hits of a least-recently-used cache, and the keys it holds, oldest first
# test: assert run(["a", "b", "a", "c", "b"], 2) == (1, ["c", "b"])
# test: assert run(["a", "a"], 2) == (1, ["a"])
# test: assert run(["a", "b", "c"], 3) == (0, ["a", "b", "c"])


class Cache:
    def __init__(self, size):
        self.size = size
        self.items = []
        self.hits = 0

    def get(self, key):
        if key in self.items:
            self.hits += 1
            self.items.remove(key)
            self.items.append(key)
            return True
        self.items.append(key)
        if len(self.items) > self.size:
            self.items.pop(0)  #! self.items.pop()
        return False


def run(keys, size):
    cache = Cache(size)
    for key in keys:
        cache.get(key)
    return cache.hits, cache.items
