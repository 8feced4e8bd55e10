# task: a queue of two stacks
# test: q = Queue(); q.put(1); q.put(2); assert q.take() == 1
# test: q = Queue(); q.put(1); q.put(2); q.take(); q.put(3); assert q.take() == 2
# hidden: q = Queue(); q.put(1); q.take(); q.put(5); assert q.take() == 5
# hidden: q = Queue(); [q.put(n) for n in range(4)]; q.take(); q.put(9); assert [q.take() for _ in range(4)] == [1, 2, 3, 9]
# hidden: assert len(Queue()) == 0


class Queue:
    def __init__(self):
        self.new = []
        self.old = []

    def put(self, item):
        self.new.append(item)

    def take(self):
        if not self.old:  #!
            while self.new:
                self.old.append(self.new.pop())
        return self.old.pop()

    def __len__(self):
        return len(self.new) + len(self.old)
