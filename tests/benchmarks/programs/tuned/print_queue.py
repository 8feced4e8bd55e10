# task: the order in which print jobs are done: by priority, then by arrival
# test: assert printed([("a", 1), ("b", 5), ("c", 5), ("d", 3)]) == ["b", "c", "d", "a"]
# test: assert printed([]) == []


class Queue:
    def __init__(self):
        self.jobs = []

    def add(self, name, priority):
        place = len(self.jobs)
        while place > 0 and self.jobs[place - 1][1] < priority:  #! while place > 0 and self.jobs[place - 1][1] <= priority:
            place -= 1
        self.jobs.insert(place, (name, priority))

    def take(self):
        return self.jobs.pop(0)[0]


def printed(jobs):
    queue = Queue()
    for name, priority in jobs:
        queue.add(name, priority)
    done = []
    while queue.jobs:
        done.append(queue.take())
    return done
