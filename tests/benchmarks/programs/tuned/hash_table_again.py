# task: a table with buckets, and what it gives for some keys
# test: assert look_up([("a", 1), ("e", 2), ("e", 3)], ["a", "e", "c"]) == [1, 3, None]
# test: assert look_up([], ["x"]) == [None]


class Table:
    def __init__(self, size):
        self.buckets = [[] for _ in range(size)]

    def bucket(self, key):
        return self.buckets[ord(key) % len(self.buckets)]

    def put(self, key, value):
        bucket = self.bucket(key)
        for place, (held, _) in enumerate(bucket):
            if held == key:
                bucket[place] = (key, value)  #! bucket[place - 1] = (key, value)
                return
        bucket.append((key, value))

    def get(self, key):
        for held, value in self.bucket(key):
            if held == key:
                return value
        return None


def look_up(pairs, keys):
    table = Table(4)
    for key, value in pairs:
        table.put(key, value)
    return [table.get(key) for key in keys]
