# task: messages are sent in the order of their urgency, those that are equally urgent in the order they came
# test: assert send([(1, "a"), (2, "b")]) == ["b", "a"]
# test: assert send([(1, "z"), (1, "y"), (3, "x")]) == ["x", "z", "y"]
# hidden: assert send([]) == []
# hidden: assert send([(2, "m"), (2, "k"), (2, "l")]) == ["m", "k", "l"]
import heapq


class Outbox:
    def __init__(self):
        self.heap = []
        self.number = 0

    def add(self, urgency, text):
        heapq.heappush(self.heap, (-urgency, self.number, text))
        self.number += 1  #!

    def take(self):
        return heapq.heappop(self.heap)[2]


def send(messages):
    outbox = Outbox()
    for urgency, text in messages:
        outbox.add(urgency, text)
    return [outbox.take() for _ in messages]
