# task: the groups of cities that are joined by roads, largest first, with a union of sets
# test: assert groups("abcd", ["ab", "ac"]) == [["a", "b", "c"], ["d"]]
# test: assert groups("xy", []) == [["x"], ["y"]]


class Union:
    def __init__(self, items):
        self.parent = {item: item for item in items}

    def find(self, item):
        while self.parent[item] != item:
            item = self.parent[item]
        return item

    def join(self, one, other):
        self.parent[self.find(one)] = self.find(other)  #! self.parent[one] = self.find(other)


def groups(cities, roads):
    union = Union(cities)
    for one, other in roads:
        union.join(one, other)
    found = {}
    for city in cities:
        found.setdefault(union.find(city), []).append(city)
    return sorted(found.values(), key=lambda group: (-len(group), group))
