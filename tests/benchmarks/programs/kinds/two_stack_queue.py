# task: a queue made of two stacks: put() at the end, take() from the front, None when empty
# test: q = Queue(); q.put(1); q.put(2); assert q.take() == 1
# test: q = Queue(); q.put(1); q.put(2); q.take(); q.put(3); assert [q.take(), q.take()] == [2, 3]
# test: assert Queue().take() is None
# hidden: q = Queue(); q.put("a"); q.take(); assert q.take() is None
# hidden: q = Queue(); [q.put(n) for n in range(4)]; q.take(); q.put(9); q.put(8); assert [q.take() for _ in range(6)] == [1, 2, 3, 9, 8, None]
# hidden: q = Queue(); [q.put(n) for n in range(3)]; q.take(); q.put(7); assert len(q) == 3


class Queue:
    def __init__(self):
        self.coming = []
        self.going = []

    def __len__(self):
        return len(self.coming) + len(self.going)

    def put(self, item):
        self.coming.append(item)

    def take(self):
        if not self.going:  #! if self.coming:
            while self.coming:
                self.going.append(self.coming.pop())
        if not self.going:
            return None
        return self.going.pop()
